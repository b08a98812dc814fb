import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { type CataloguedEvent, catalogueOf } from '@wfp/shared';
import { readArguments } from '@wfp/shared/arguments';
import { announcementGuide, withAnnouncements } from './event-docs/announcement-docs.ts';
import { configurationGuide, withConfiguration } from './event-docs/configuration-docs.ts';
import { namesIn, tableOf, withParts } from './event-docs/generated-part.ts';
import { hookTable } from './event-docs/hook-docs.ts';
import { roleGuide, withRoles } from './event-docs/role-docs.ts';
import { transferGuide, withTransfers } from './event-docs/transfer-docs.ts';

export const eventGuide = path.resolve(import.meta.dirname, '../docs/events.md');

/** The guide with its tables of hooks and of event types replaced. @throws Error if it has no place for them */
export const withEventTypes = (guide: string): string => withParts(guide, hookTable(), sections());

function sections(): string {
  const byAggregate = Map.groupBy(catalogueOf(areas), (event) => event.aggregate);
  return [...byAggregate]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([aggregate, events]) => `### ${aggregate}\n\n${groupsOf(events).join('\n')}`)
    .join('\n');
}

/** One table per kind of record that events are about, each preceded by a line about the record's id and name. */
function groupsOf(events: readonly CataloguedEvent[]): string[] {
  const bySubject = Map.groupBy(events, subjectOf);
  return [...bySubject].map(([subject, some]) => `${subject}\n\n${rowsOf(some)}`);
}

function subjectOf({ record, recordName, alsoAbout, seenBy }: CataloguedEvent): string {
  const name = recordName ? `\`record_name\` is ${recordName}` : 'there is no `record_name`';
  const further = alsoAbout ? ` These events also require \`${alsoAbout}:read\`.` : '';
  return `\`record_id\` is the id of ${record}; ${name}.${further}${seenBy ? ` These events are visible to users who can read ${record}; ${seenBy}.` : ''}`;
}

function rowsOf(events: readonly CataloguedEvent[]): string {
  const rows = events.map(({ type, meaning, emittedBy }) => [`\`${type}\``, meaning, namesIn(emittedBy)]);
  return tableOf([['event type', 'meaning', 'emitted by'], ...rows]);
}

async function update(file: string, change: (guide: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

if (import.meta.main) {
  readArguments({
    usage:
      'Usage: npm run event-docs\nWrites the generated parts of the guides. A test fails if one is outdated.',
  });
  await update(eventGuide, withEventTypes);
  await update(announcementGuide, withAnnouncements);
  await update(roleGuide, withRoles);
  await update(transferGuide, withTransfers);
  await update(configurationGuide, withConfiguration);
}
