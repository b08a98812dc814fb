import type { Caller } from '@wfp/shared';
import type { ExportFormat } from '../exports/exports.contract.ts';
import { countRows, type ExportProgress, formatRows } from '../formats/formats.ts';
import { createZip, type ZipEntry } from '../formats/zip.ts';
import type { Snapshot } from '../lane.store.ts';
import { type ExportedTable, readTables } from './organization-export.store.ts';

/** Incremented with every change that breaks readers of archives. */
const formatVersion = 1;

const batchRows = 500;

interface Organization {
  id: number;
  name: string;
  slug: string;
}

interface ManifestTable {
  table: string;
  file: string;
  rows: number;
  columns: string[];
}

/**
 * Streams a ZIP archive of the exported tables of an organization from one snapshot: a file per table, then
 * `manifest.json`, which is last because it contains the row counts of the files.
 */
export async function* organizationArchive(
  caller: Caller,
  { id, name, slug }: Organization,
  format: ExportFormat,
  snapshot: Snapshot,
  progress: ExportProgress,
): AsyncGenerator<Buffer, void> {
  const moment = caller.platform.clock.now();
  const { exported: tables, leftOut } = await readTables(caller, snapshot);
  progress.total = 0;
  for (const { toCount } of tables) progress.total += await snapshot.count(toCount);
  const manifest = {
    format_version: formatVersion,
    organization: { id, name, slug },
    taken_at: moment.toISOString(),
    asked_by: { user_id: caller.user_id, name: caller.name },
    files: 'Bytes of uploaded files are not included: tables/files has their names, sizes and SHA-256',
    secrets: 'Passwords, keys, tokens and secrets of second factors and webhooks are not included',
    left_out: leftOut,
  };
  yield* createZip(buildEntries(tables, format, snapshot, progress, manifest), moment);
}

function buildEntries(
  tables: readonly ExportedTable[],
  format: ExportFormat,
  snapshot: Snapshot,
  progress: ExportProgress,
  manifest: object,
): ZipEntry[] {
  const listed = tables.map(({ table, columns }) => ({
    table,
    file: `tables/${table}.${format}`,
    rows: 0,
    columns,
  }));
  async function* content({ columns, statement }: ExportedTable, one: ManifestTable): AsyncGenerator<string> {
    const batches = countRows(snapshot.batches<Record<string, unknown>>(statement, batchRows), progress, one);
    yield* formatRows(format, columns, batches);
  }
  async function* summary(): AsyncGenerator<string> {
    yield `${JSON.stringify({ ...manifest, tables: listed }, null, 2)}\n`;
  }
  const files = tables.map((table, index) => {
    const one = listed[index] as ManifestTable;
    return { name: one.file, content: content(table, one) };
  });
  return [...files, { name: 'manifest.json', content: summary() }];
}
