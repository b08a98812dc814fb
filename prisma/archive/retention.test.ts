import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archive } from '../archive.ts';
import { rejectRetained } from './retention.ts';

const { sql } = Prisma;

let service: TestService;
let client: pg.Client;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

const now = new Date('2026-11-26T12:00:00Z');
const month = (text: string) => new Date(`${text}-01T00:00:00Z`);

it('rejects months that an open organization retains, and allows earlier ones', async () => {
  await expect(rejectRetained(client, month('2025-11'), now)).resolves.toBeUndefined();
  const [short, long] = [await service.newOrganization(), await service.newOrganization()];
  const retain = (audit_retention_days: number, by = long) =>
    by.call('PATCH', '/organizations/current/settings', { privacy: { audit_retention_days } });
  expect((await retain(364)).status).toBe(422);
  expect((await retain(400, short)).status).toBe(200);
  expect((await retain(1_000)).status).toBe(200);
  const { org_slug } = (await long.call('GET', '/users/me')).body;
  // 1,000 days before the day of `now` is 2024-03-01.
  await expect(rejectRetained(client, month('2024-04'), now)).rejects.toThrow(
    `The organization ${org_slug} retains events and audit log for 1000 days: --before must be 2024-03 or earlier`,
  );
  await expect(rejectRetained(client, month('2024-03'), now)).resolves.toBeUndefined();
  await expect(
    archive({
      databaseUrl: service.config.DATABASE_URL,
      before: month('2025-01'),
      to: '/',
      log: () => undefined,
    }),
  ).rejects.toThrow('retains events and audit log');
  await executeOperational(
    service.platform,
    sql`update organizations set status = 'closed' where id = ${long.user.org_id} returning id`,
  );
  await expect(rejectRetained(client, month('2025-01'), now)).resolves.toBeUndefined();
});
