import { stringify } from 'csv-stringify/sync';

/**
 * Text that a spreadsheet evaluates as a formula, also with full-width characters. The pattern accepts leading
 * apostrophes: such text gets another one, so that an import can remove exactly the one that the export added.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

const options = {
  record_delimiter: '\r\n',
  // Without this option, the library does not quote a single \r or \n once `record_delimiter` is set.
  quote_record_delimiter: true,
  // Some readers trim cells that are not quoted.
  quoted_match: /^\s|\s$/,
  // Not `escape_formulas`: it writes `=1` and `'=1` alike, so that an import could not restore both, and skips `\n=1`.
  cast: {
    string: escapeFormula,
    boolean: String,
    date: (value: Date) => value.toISOString(),
    object: (value: object) => escapeFormula(JSON.stringify(value)),
  },
};

/** Returns records as lines of CSV (RFC 4180). Text that a spreadsheet would evaluate as a formula is escaped. */
export function csvLines(records: readonly unknown[][]): string {
  return stringify(records as unknown[][], options);
}

/** Puts an apostrophe before a formula, as OWASP recommends: a spreadsheet shows it and does not run it. */
function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Reverses the escaping of {@link csvLines} in one cell. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
