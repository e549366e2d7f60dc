// SPDX-License-Identifier: Apache-2.0
// Reads an evaluator's findings from an assessment's details. Each evaluator has its own format, so every
// part is checked: missing parts and parts of another type are left out.

interface SubCheck {
  text: string;
  met: boolean;
  citations: readonly number[]; // indexes into the assessment's citations, from 0
  missingTerms: readonly string[];
}

interface NearMiss {
  documentId: string;
  fileName: string;
  pageNumber: number;
  score: number;
  text: string;
}

interface Weakening {
  rule: string;
  quote: string;
  why: string;
}

interface Regulation {
  passageId: string;
  headingPath: string;
  pageNumber: number;
  text: string;
}

export interface Findings {
  subChecks: readonly SubCheck[];
  nearMisses: readonly NearMiss[];
  weakened: readonly Weakening[];
  regulation: readonly Regulation[];
  searched: { documents: number; chunks: number } | null;
  skipped: readonly { name: string; why: string }[]; // the first of the documents that were not searched
  skippedCount: number;
  calibration: { version: number; without: number } | null; // from reviewers' decisions, and the confidence without it
  reviewReasons: readonly string[];
  errorCode: string | null; // of a FAILED assessment
  model: string | null;
}

type Found = Readonly<Record<string, unknown>>;

const isFound = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const part = (of: unknown, key: string): unknown => (isFound(of) ? of[key] : undefined);
const list = (of: unknown, key: string): readonly Found[] => {
  const value = part(of, key);
  return Array.isArray(value) ? value.filter(isFound) : [];
};
const text = (of: unknown, key: string): string => {
  const value = part(of, key);
  return typeof value === 'string' ? value : '';
};
const numeric = (of: unknown, key: string): number => {
  const value = part(of, key);
  return typeof value === 'number' ? value : 0;
};
const texts = (of: unknown, key: string): readonly string[] => {
  const value = part(of, key);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
};
const numbers = (of: unknown, key: string): readonly number[] => {
  const value = part(of, key);
  return Array.isArray(value) ? value.filter((one): one is number => Number.isInteger(one)) : [];
};

export function findingsOf(details: unknown): Findings {
  const searched = part(details, 'searched');
  const calibration = part(details, 'calibration');
  const skipped = list(details, 'skippedDocuments').map((one) => ({
    name: text(one, 'originalFilename'),
    why: text(one, 'message') || text(one, 'reason'),
  }));
  return {
    subChecks: list(details, 'subchecks').map((one) => ({
      text: text(one, 'text'),
      met: one.met === true,
      citations: numbers(one, 'citations'),
      missingTerms: texts(one, 'missingTerms'),
    })),
    nearMisses: list(details, 'nearMisses').map((one) => ({
      documentId: text(one, 'documentId'),
      fileName: text(one, 'fileName'),
      pageNumber: numeric(one, 'pageNumber'),
      score: numeric(one, 'score'),
      text: text(one, 'text'),
    })),
    weakened: list(details, 'weakened').map((one) => ({
      rule: text(one, 'rule'),
      quote: text(one, 'quote'),
      why: text(one, 'why'),
    })),
    regulation: list(details, 'regulation').map((one) => ({
      passageId: text(one, 'passageId'),
      headingPath: text(one, 'headingPath'),
      pageNumber: numeric(one, 'pageNumber'),
      text: text(one, 'text'),
    })),
    searched: isFound(searched)
      ? { documents: numeric(searched, 'documentCount'), chunks: numeric(searched, 'chunkCount') }
      : null,
    skipped,
    skippedCount: Math.max(skipped.length, numeric(searched, 'skippedCount')),
    calibration: isFound(calibration)
      ? { version: numeric(calibration, 'version'), without: numeric(part(calibration, 'uncalibrated'), 'confidence') }
      : null,
    reviewReasons: texts(details, 'reviewReasons'),
    errorCode: text(part(details, 'error'), 'code') || null,
    model: text(part(details, 'llm'), 'model') || null,
  };
}
