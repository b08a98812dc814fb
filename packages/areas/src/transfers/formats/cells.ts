/**
 * What a spreadsheet takes for the beginning of a formula, full-width forms included; also behind apostrophes,
 * so that one that was there can be told from one that was added.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A cell of CSV (RFC 4180): quoted where it must be, and text never a formula. */
export function cell(value: unknown): string {
  const text = textOf(value);
  const safe = typeof value === 'number' || typeof value === 'bigint' ? text : defused(text);
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Text that a spreadsheet shows and does not run: an apostrophe before it, as OWASP advises. */
function defused(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Text as it was before it was defused. */
export function undefused(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
