import type { Attributes } from '@opentelemetry/api';

const maxSummaries = 1_000;
const summaries = new Map<string, string>();

/** A summary of a statement for traces, such as `insert tasks`. Contains no other part of the text, and no values. */
export function summarizeStatement(text: string): string {
  const known = summaries.get(text);
  if (known) return known;
  const [, verb = '', table = ''] =
    patterns.map((one) => text.match(one)).find((found) => found !== null) ?? [];
  const summary = `${verb.split(/\s/)[0]} ${table}`.trim().toLowerCase();
  if (summaries.size < maxSummaries) summaries.set(text, summary);
  return summary;
}

const change = String.raw`(insert\s+into|merge\s+into|update(?=\s+"?\w+"?\s+(?:\w+\s+)?set\b)|delete\s+from)\s+"?(\w+)"?`;
const patterns = [
  // A recorded write is named after the table it changes, not after the event and audit entry that it also inserts.
  new RegExp(String.raw`\bchanged as \(\s*${change}`, 'i'),
  new RegExp(String.raw`\b${change}`, 'i'),
  // The first table, not a set-returning function.
  /\b(select)\b[\s\S]*?\b(?:from|join)\s+"?([a-z_]\w*)\b"?(?!\s*\()/i,
  /(\w+)/,
];

export const statementAttributes = (summary: string): Attributes => ({
  'db.system.name': 'postgresql',
  'db.query.summary': summary,
});
