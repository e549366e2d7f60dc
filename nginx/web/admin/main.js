// SPDX-License-Identifier: Apache-2.0
// The admin console, first page: the runs of the tenant with their outcome and times.
import { announce, element, glyph, reader, startPage, time } from '/shared/page.js';

const RUN = {
  QUEUED: ['dashed', 'working', 'Queued'],
  IN_PROGRESS: ['half', 'working', 'In progress'],
  COMPLETED: ['tick', 'complete', 'Completed'],
  FAILED: ['triangle', 'failed', 'Failed'],
  CANCELLED: ['stop', '', 'Cancelled'],
};
const JUDGEMENT = [
  ['COMPLETE', 'tick', 'complete', 'complete'],
  ['PARTIAL', 'half', 'partial', 'partial'],
  ['MISSING', 'dashed', 'missing', 'missing'],
  ['FAILED', 'triangle', 'failed', 'failed'],
];
const rows = document.getElementById('rows');
const summary = document.getElementById('summary');

function counts(run) {
  return element('span', { className: 'counts' }, ...JUDGEMENT.map(([key, shape, kind, word]) =>
    element('span', { className: 'status', title: word }, glyph(shape, kind),
      String(run.counts[key]), element('span', { className: 'visually-hidden' }, word))));
}

function took(run) {
  const end = run.completedAt ?? run.failedAt;
  if (!run.startedAt || !end) return '';
  const seconds = (new Date(end) - new Date(run.startedAt)) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function row(run) {
  const [shape, kind, word] = RUN[run.status];
  const status = element('td', {}, element('span', { className: 'status' }, glyph(shape, kind), word));
  if (run.failureReason) status.append(element('p', { className: 'small second' }, run.failureReason));
  const { requirementsDone, requirementsTotal } = run.progress;
  return element('tr', {},
    element('th', { scope: 'row', className: 'id' }, run.id),
    status,
    element('td', {}, counts(run)),
    element('td', { className: 'number' }, `${requirementsDone} of ${requirementsTotal}`),
    element('td', { className: 'second' }, time(run.startedAt ?? run.createdAt)),
    element('td', { className: 'number' }, took(run)));
}

function show(runs) {
  const moving = runs.filter(({ status }) => status === 'QUEUED' || status === 'IN_PROGRESS').length;
  rows.replaceChildren(...runs.map(row));
  document.getElementById('empty').hidden = runs.length > 0;
  const text = `${runs.length} runs` + (moving ? `, ${moving} in progress` : '');
  if (summary.textContent !== text) {
    summary.textContent = text;
    announce(text);
  }
  return moving > 0;
}

startPage(() => {
  const load = reader('/api/admin/runs', 'runs');
  let moving = false;
  return async () => {
    const runs = await load();
    if (runs) moving = show(runs);
    return moving;
  };
});
