import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/**
 * Saves the event types that each request or job wrote into a database, as lines `<request id> <event type>` in a
 * file per database. Events and audit entries are matched by the transaction that inserted them.
 */
export async function saveWrittenEvents(databaseUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // The tables do not exist in the database of a migration test.
    const { rows: tables } = await client.query(`select where to_regclass('audit_log') is not null`);
    if (tables.length === 0) return;
    const { rows } = await client.query<{ line: string }>(
      `select distinct coalesce(a.request_id, '-') || ' ' || e.event_type as line
       from audit_log a join events e on e.org_id = a.org_id and e.xmin = a.xmin where a.event_id is not null`,
    );
    const text = rows.map(({ line }) => `${line}\n`).join('');
    await appendFile(path.join(folder, `events-${randomBytes(6).toString('hex')}`), text);
  } finally {
    await client.end();
  }
}
