import { type Client, startService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerCheck } from './checks.store.ts';

let service: TestService;
let owner: Client;
/** A superuser session, whose changes are rolled back. Triggers and foreign keys do not apply. */
let database: pg.Client;
beforeAll(async () => {
  service = await startService();
  [owner] = [await service.newOrganization(), await service.newOrganization()];
  await service.newUser(owner, ['admin']);
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** Returns the violations after a change of the organization's data. `$org` is the organization, `$grant` its owner's grant. */
async function findViolations(change: string, is_closed = false): Promise<string[]> {
  const { org_id } = owner.user;
  const grant = `org_id = ${org_id} and user_id = ${owner.user.id}`;
  await database.query('begin');
  try {
    await database.query('set local session_replication_role = replica');
    await database.query(change.replaceAll('$org', `${org_id}`).replaceAll('$grant', grant));
    const rows = async <Row>({ text, values }: { text: string; values: unknown[] }) =>
      (await database.query({ text, values })).rows as Row[];
    return await ownerCheck.find({ platform: service.platform, org_id, is_closed, rows });
  } finally {
    await database.query('rollback');
  }
}

describe('has-owner', () => {
  it.each([
    'select',
    `update grants set ends_at = now() + interval '1 hour' where $grant`,
    `update users set status = 'invited' where org_id = $org`,
  ])('finds no violation after: %s', async (change) => {
    expect(await findViolations(change)).toEqual([]);
  });

  it.each([
    'update grants set deleted_at = now() where $grant',
    `update grants set ends_at = now() - interval '1 hour' where $grant`,
    `update grants set scope = 'own' where $grant`,
    'update users set is_service = true where org_id = $org',
    `update users set status = 'suspended' where org_id = $org`,
    `update users set status = 'deactivated' where org_id = $org`,
    'update users set deleted_at = now() where org_id = $org',
    `update roles set is_builtin = false where org_id = $org and code = 'owner'`,
    `update roles set code = 'former' where org_id = $org and code = 'owner'`,
  ])('finds an organization without an owner after: %s', async (change) => {
    const message = `organization ${owner.user.org_id} has no owner`;
    expect([await findViolations(change), await findViolations(change, true)]).toEqual([[message], []]);
  });
});
