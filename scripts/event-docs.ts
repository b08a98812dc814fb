// Writes the part of docs/events.md that follows from the declarations. A test fails when it is behind.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { type CataloguedEvent, catalogueOf } from '@wfp/shared';

/** The guide that holds the part. */
export const eventGuide = path.resolve(import.meta.dirname, '../docs/events.md');

const begin = '<!-- What follows is written by `npm run event-docs`. -->\n';
const end = '<!-- Up to here. -->\n';

/** Most emitters that a line names; the catalogue of the API has all of them. */
const mostNamed = 3;

/** A guide with the part as it should be. @throws Error where it has no place for it */
export function withEventTypes(guide: string): string {
  const [before, rest = ''] = guide.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error('The guide has no place for what is generated');
  return `${before}${begin}\n${sections()}\n${end}${after}`;
}

function sections(): string {
  const byAggregate = Map.groupBy(catalogueOf(areas), (event) => event.aggregate);
  return [...byAggregate]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([aggregate, events]) => `### ${aggregate}\n\n${groupsOf(events).join('\n')}`)
    .join('\n');
}

/** Events of the same record lie in one table, below what their context says about it. */
function groupsOf(events: readonly CataloguedEvent[]): string[] {
  const bySubject = Map.groupBy(events, subjectOf);
  return [...bySubject].map(([subject, some]) => `${subject}\n\n${tableOf(some)}`);
}

function subjectOf({ record, recordName, seenBy }: CataloguedEvent): string {
  const name = recordName ? `\`record_name\` is ${recordName}` : 'there is no `record_name`';
  return `\`record_id\` is the id of ${record}; ${name}.${seenBy ? ` Seen by its readers, ${seenBy}.` : ''}`;
}

function tableOf(events: readonly CataloguedEvent[]): string {
  const rows = events.map(({ type, meaning, emittedBy }) => [`\`${type}\``, meaning, emittersOf(emittedBy)]);
  const all = [['event type', 'written when', 'emitted by'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  const [head = [], ...body] = all;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}

function emittersOf(names: readonly string[]): string {
  const shown = names.length === mostNamed + 1 ? names : names.slice(0, mostNamed);
  const more = names.length - shown.length;
  return `${shown.map((name) => `\`${name}\``).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

if (import.meta.main) await writeFile(eventGuide, withEventTypes(await readFile(eventGuide, 'utf8')));
