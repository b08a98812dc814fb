import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { downloadFile, toServiceUrl } from '@wfp/testing/files.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';
import { unzip } from '../testing/unzip.ts';

const { sql, raw } = Prisma;
const path = '/organizations/current/export';
const validBody = { password: testPassword, format: 'ndjson' };

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

async function exportArchive(by: Client, body: object = validBody) {
  const row = await waitUntilEnded(by, `/exports/${await requestTransfer(by, path, body)}`);
  expect([row.status, row.error]).toEqual(['succeeded', null]);
  const { status, headers, bytes } = await downloadFile(toServiceUrl(service, row.download_url));
  expect(status).toBe(200);
  const files = await unzip(bytes);
  const rows = (table: string): any[] =>
    (files.get(`tables/${table}.ndjson`) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { row, headers, bytes, files, rows, manifest: JSON.parse(files.get('manifest.json') ?? '') };
}

const toNumber = (_name: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** Rows as JSON, sorted. A date equals the timestamp of its midnight. */
const toComparable = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row, toNumber).replaceAll('T00:00:00.000Z', '')).sort();

const description = '=1+1, "quoted"\nand 日本語';

async function createFurnishedOrganization() {
  const by = await service.newOrganization();
  await disablePrompts(by);
  const staff = await service.newUser(by, ['employee']);
  const team = (await by.call('POST', '/teams', { name: 'Team' })).body.id;
  const hired = { first_name: 'Eva', last_name: 'Grün', hire_date: '2026-01-01', user_id: staff.user.id };
  await by.call('POST', '/employees', { ...hired, team_id: team });
  const task = (await by.call('POST', '/tasks', { title: '=1+1', description, tags: ['a'] })).body.id;
  await by.call('POST', `/tasks/${task}/comments`, { body: 'A comment' });
  await by.call('POST', '/files', { name: 'plan.csv', mime: 'text/csv', size: 4 });
  const key = (await by.call('POST', '/api-keys', { name: 'Key' })).body.key;
  // No test writes an event of this type, so nothing is sent and no worker changes the row of the webhook.
  const hook = { url: 'https://hooks.example.test/x', event_types: ['position.post_create'] };
  const secret = (await by.call('POST', '/webhooks', hook)).body.secret;
  const totp = (await staff.call('POST', '/mfa/totp', { label: 'Phone' })).body.secret;
  return { by, staff, secrets: [key, secret, totp] as string[] };
}

describe('an export of the organization', () => {
  it('is one archive of all records from one snapshot, with an audit entry', async () => {
    const { by } = await createFurnishedOrganization();
    const { org_id } = by.user;
    const { result, events, audit } = await recordedBy(service, org_id, () => exportArchive(by));
    const { row, headers, bytes, rows, files, manifest } = result;

    expect(row).toMatchObject({ resource: 'organization', format: 'ndjson', size: bytes.length });
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(/filename="organization-\d{4}-\d\d-\d\d-\d+\.zip"/);
    expect(events).toEqual([`export.post_create ${row.id}`, `export.post_export ${row.id}`]);
    expect(audit.map((entry) => [entry.action, entry.resource, entry.record_id])).toEqual([
      ['create', 'export', row.id],
      ['export', 'export', row.id],
      ['download', 'export', row.id],
    ]);
    expect(manifest).toMatchObject({
      format_version: 1,
      organization: { id: org_id },
      asked_by: { user_id: by.user.id },
    });
    let all = 0;
    for (const { table, rows: count, columns, file } of manifest.tables) {
      expect(files.has(file)).toBe(true);
      const found = rows(table);
      expect([table, found.length]).toEqual([table, count]);
      for (const one of found) expect(Object.keys(one)).toEqual(columns);
      all += count;
      // Entries about the export itself were written after the snapshot.
      if (/^(events|event_log|audit_|webhook_deliveries)/.test(table)) continue;
      const id = table === 'organizations' ? 'id' : 'org_id';
      const there = await service.rows(
        sql`select ${raw(columns.map((name: string) => `"${name}"`).join(', '))} from ${raw(table)} where ${raw(id)} = ${org_id}`,
      );
      expect([table, toComparable(found)]).toEqual([table, toComparable(there)]);
    }
    expect([row.row_count, row.total_rows]).toEqual([all, all]);
    expect(rows('tasks')).toMatchObject([{ title: '=1+1', description, tags: ['a'] }]);
    expect(rows('employees')).toMatchObject([
      { user_id: by.user.id },
      { first_name: 'Eva', hire_date: '2026-01-01' },
    ]);
    expect(rows('files')).toMatchObject([{ name: 'plan.csv' }]);
    // Personal values are stored in another table; the export merges them.
    const hired = rows('audit_log').findLast((one) => one.resource === 'employee' && one.action === 'create');
    expect(hired.after).toMatchObject({ last_name: 'Grün' });
    expect(rows('events').map((one) => one.event_type)).toContain('employee.post_create');
  });

  it('covers every table, or states why it is excluded', async () => {
    const { manifest } = await exportArchive(await service.newOrganization());
    const named = [...manifest.tables, ...manifest.left_out].map((one: { table: string }) => one.table);
    const known = await service.rows<{ name: string }>(sql`select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (c.relname = 'organizations'
          or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id'))`);
    expect(named.sort()).toEqual(known.map((one) => one.name).sort());
    for (const { why } of manifest.left_out) expect(why.length).toBeGreaterThan(10);
  });

  it('contains no secrets and no rows of another organization', async () => {
    const [{ by, secrets }, other] = [
      await createFurnishedOrganization(),
      await createFurnishedOrganization(),
    ];
    const { files, rows, manifest } = await exportArchive(by);
    const whole = [...files.values()].join('\n');
    const hashes = await service.rows<{ secret: string }>(
      sql`select password_hash as secret from users where org_id = ${by.user.org_id} and password_hash is not null
        union all select encode(key_hash, 'hex') from api_keys where org_id = ${by.user.org_id}
        union all select encode(secret_enc, 'hex') from webhook_endpoints where org_id = ${by.user.org_id}
        union all select storage_key from files where org_id = ${by.user.org_id} and storage_key <> ''`,
    );
    expect(hashes.length).toBe(4);
    for (const secret of [...secrets, testPassword, by.token, ...hashes.map((one) => one.secret)]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(whole.includes(secret)).toBe(false);
    }
    for (const { table, columns } of manifest.tables) {
      expect(columns.filter((name: string) => /(_hash|_enc|token|password)$/.test(name))).toEqual([]);
      for (const one of rows(table)) expect(one.org_id ?? one.id).toBe(by.user.org_id);
    }
    expect(whole).not.toContain(other.by.user.email);
    expect(whole).not.toContain(other.staff.user.email);
  });

  it('is CSV without formulas by default', async () => {
    const { by } = await createFurnishedOrganization();
    const { files } = await exportArchive(by, { password: testPassword });
    const [task] = parse(files.get('tables/tasks.csv') ?? '', { columns: true }) as Record<string, string>[];
    expect(task).toMatchObject({ title: "'=1+1", description: `'${description}`, tags: '["a"]' });
  });

  it.each(['closing', 'unverified'])(
    'is allowed for an organization that is %s and read-only',
    async (state) => {
      const by = await service.newOrganization();
      await by.call('POST', '/tasks', { title: 'Take me along' });
      if (state === 'closing') {
        const { slug } = (await by.call('GET', '/organizations/current')).body;
        await by.call('POST', '/organizations/current/close', { password: testPassword, confirm: slug });
      } else await makeReadOnly(by);
      expect((await by.call('POST', '/tasks', { title: 'Too late' })).status).toBe(403);
      expect((await exportArchive(by)).rows('tasks')).toMatchObject([{ title: 'Take me along' }]);
    },
  );
});

describe('is rejected', () => {
  it('except for owners with a session of their own, and writes nothing', async () => {
    const by = await service.newOrganization();
    const admin = await service.newUser(by, ['admin']);
    const viewer = await service.newUser(by, ['viewer']);
    const { key } = (await by.call('POST', '/api-keys', { name: 'Key' })).body;
    const withKey = {
      ...by,
      call: (m: string, p: string, b?: unknown) => service.call(m, p, b, { authorization: `Bearer ${key}` }),
    } as Client;
    for (const who of [admin, viewer, withKey]) {
      const { result, events } = await recordedBy(service, by.user.org_id, () =>
        who.call('POST', path, validBody),
      );
      expect([result.status, events]).toEqual([403, []]);
    }
    for (const [body, field] of [
      [{ ...validBody, password: 'not the password at all' }, 'password'],
      [{ ...validBody, format: 'xlsx' }, 'format'],
      [{ format: 'csv' }, 'password'],
    ] as const) {
      const { result, ...left } = await recordedBy(service, by.user.org_id, () =>
        by.call('POST', path, body),
      );
      expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
      expect(left).toEqual(nothing);
    }
    const other = await service.newOrganization();
    expect((await by.call('POST', `/organizations/${other.user.org_id}/export`, validBody)).status).toBe(404);
    expect((await service.rows(sql`select id from exports where org_id = ${by.user.org_id}`)).length).toBe(0);
  });
});

/** Makes the organization read-only: its founder has not confirmed an address for more than a week. */
async function makeReadOnly(by: Client): Promise<void> {
  await executeOperational(
    service.platform,
    sql`update organizations set status = 'unverified', verified_at = null, created_at = now() - interval '8 days'
      where id = ${by.user.org_id} returning id`,
  );
}
