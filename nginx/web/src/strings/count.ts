// SPDX-License-Identifier: Apache-2.0
// A number with what is counted, in the singular or the plural; English and German need no other forms.

const countIn = (locale: string) => (n: number, one: string, other: string) =>
  `${n.toLocaleString(locale)} ${n === 1 ? one : other}`;

export const countEn = countIn('en-GB');
export const countDe = countIn('de-DE');
