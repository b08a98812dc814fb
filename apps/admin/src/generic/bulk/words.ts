import { recordsOf } from '../words.ts';

/** The words of changes of many records, which are loaded with them. */
export const bulkWords = {
  bar: 'Selected records',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear selection',
  archive: 'Delete',
  restore: 'Restore',
  set: 'Set a field',
  setTitle: (count: number) => `Set a field of ${recordsOf(count)}`,
  field: 'Field',
  required: 'Choose a value',
  apply: 'Set',
  confirm: (label: string, count: number) => `${label}: ${recordsOf(count)}?`,
  progress: (count: number, total: number) => `${count} of ${recordsOf(total)} …`,
  stop: 'Stop',
  close: 'Close',
  archived: (count: number) => `Deleted ${recordsOf(count)}`,
  restored: (count: number) => `Restored ${recordsOf(count)}`,
  acted: (label: string, count: number) => `${label}: ${recordsOf(count)}`,
  changedCount: (count: number) => `Changed ${recordsOf(count)}`,
  refused: (count: number) => `${recordsOf(count)} refused, still selected:`,
  left: (count: number) => `Stopped: ${recordsOf(count)} not changed, still selected.`,
  changed: 'It was changed since then',
  undone: (count: number, refused: readonly string[]) =>
    refused.length === 0
      ? `Undone: ${recordsOf(count)}`
      : `Undone: ${recordsOf(count)}. Not undone: ${refused.join(', ')}`,
};
