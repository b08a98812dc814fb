// The parts of guides that follow from the declarations, between two comments.

const begin = '<!-- What follows is written by `npm run event-docs`. -->\n';
const end = '<!-- Up to here. -->\n';

/** A guide with its generated parts replaced, in their order. @throws Error if it has no place for one */
export function withParts(guide: string, ...parts: readonly string[]): string {
  const [before = '', ...places] = guide.split(begin);
  if (places.length !== parts.length)
    throw new Error(`The guide has ${places.length} places for generated parts`);
  const written = places.map((place, at) => {
    const [, after] = place.split(end);
    if (after === undefined) throw new Error('The end of a generated part is missing');
    return `${begin}\n${parts[at]}\n${end}${after}`;
  });
  return [before, ...written].join('');
}

/** A table in Markdown, with columns of equal width. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}

/** Names that a cell shows; the catalogue of the API has all of them. */
const maxNames = 3;

/** Names in a cell, shortened where there are many. */
export function namesIn(names: readonly string[]): string {
  const shown = names.length === maxNames + 1 ? names : names.slice(0, maxNames);
  const more = names.length - shown.length;
  return `${shown.map((name) => `\`${name}\``).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
