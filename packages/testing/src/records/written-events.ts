import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/**
 * Notes which event types each request or job has written into a database, by the transaction ids that events share with
 * the audit entries of their statement. A file for each database: `<request id> <event type>` in lines.
 */
export async function saveWrittenEvents(databaseUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // A test of migrations empties its database.
    const { rows: found } = await client.query(`select where to_regclass('audit_log') is not null`);
    if (found.length === 0) return;
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
