import { type Area, defineEvents, type EventType } from '@wfp/shared';
import { wholeOrganization } from './export-kinds.ts';

const ofExport = {
  aggregate: 'export',
  record: 'the export',
  recordName: 'the resource that is exported',
};
const ofImport = {
  aggregate: 'import',
  record: 'the import',
  recordName: 'the resource that is imported',
};

const own = defineEvents(ofExport, {
  'export.post_create': 'Somebody asked for a file of records; a worker assembles it.',
  'export.failed':
    'An export was given up: it could not be assembled, or whoever asked may not have it any more.',
  'export.post_archive': 'An export was deleted, and with it its file.',
});

const ofImports = defineEvents(ofImport, {
  'import.post_create': 'Somebody asked for the rows of a CSV file to be written.',
  'import.completed': 'All rows of a file were written.',
  'import.failed': 'None of the rows of a file were written: something is wrong with it, as the import says.',
});

/** The events of exports and imports, and one for each list of which a file can be had. */
export function transferEvents(areas: readonly Area[], labelOf: (code: string) => string): EventType[] {
  const lists = areas
    .flatMap((area) => area.exports ?? [])
    .map((one) => [one.resource, labelOf(one.resource)]);
  const assembled = [...lists, [wholeOrganization, 'all that the organization has']].map(([code, what]) => [
    `${code}.post_export`,
    `A file of ${what} is assembled and can be downloaded. The event is about the export, not about what is in it.`,
  ]);
  return [...own, ...ofImports, ...defineEvents(ofExport, Object.fromEntries(assembled))];
}
