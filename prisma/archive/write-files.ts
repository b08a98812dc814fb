import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { partitionedTables } from './partitions.ts';

const rowsAtOnce = 5_000;

/** Contents of an archive, with checksums to verify that it is complete. */
export interface Manifest {
  /** Contains rows older than this time that no earlier archive contains. */
  before: string;
  written_at: string;
  tables: { table: string; file: string; rows: number; sha256: string }[];
}

/** Values about people are in a separate file, so that they can be destroyed. */
const personal = {
  audit_personal: `select p.* from audit_personal p join audit_log a on a.org_id = p.org_id and a.id = p.audit_id
                   where a.occurred_at < $1`,
};

/** Statements that select the rows to archive, by table. */
async function contentsOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const tables = await partitionedTables(client);
  const months = tables.map((table) => [table, `select * from ${table} where occurred_at < $1`]);
  return { ...Object.fromEntries(months), ...personal };
}

/**
 * Writes all rows older than a time into files, one JSON object per line, from one snapshot. The folder gets its final
 * name once it is complete and flushed to disk.
 */
export async function writeFiles(client: pg.ClientBase, before: Date, folder: string): Promise<Manifest> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const manifest: Manifest = {
    before: before.toISOString(),
    written_at: new Date().toISOString(),
    tables: [],
  };
  await client.query('begin isolation level repeatable read read only');
  try {
    for (const [table, statement] of Object.entries(await contentsOf(client))) {
      const file = `${table}.jsonl.gz`;
      const query = `select row_to_json(t)::text as line from (${statement}) t`;
      const written = await writeRows(client, query, before, path.join(unfinished, file));
      manifest.tables.push({ table, file, ...written });
    }
  } finally {
    await client.query('rollback');
  }
  const file = path.join(unfinished, 'manifest.json');
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  await flush(file);
  await flush(unfinished);
  await rename(unfinished, folder);
  await flush(path.dirname(folder));
  return manifest;
}

async function writeRows(
  client: pg.ClientBase,
  query: string,
  before: Date,
  file: string,
): Promise<{ rows: number; sha256: string }> {
  let rows = 0;
  async function* lines() {
    // The time is part of the statement, not a parameter of the cursor; an ISO timestamp needs no escaping.
    await client.query(
      `declare archived no scroll cursor for ${query.replace('$1', `'${before.toISOString()}'`)}`,
    );
    for (;;) {
      const batch = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from archived`);
      if (batch.rows.length === 0) break;
      rows += batch.rows.length;
      yield `${batch.rows.map((row) => row.line).join('\n')}\n`;
    }
    await client.query('close archived');
  }
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(Readable.from(lines()), createGzip(), hashed, createWriteStream(file));
  await flush(file);
  return { rows, sha256: hash.digest('hex') };
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}
