import { systemCaller } from '@wfp/shared';
import { Prisma, write } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archiveExpiredGrants, archiveGrants } from '../grants.store.ts';
import { grantExpiryLane } from './expiry.lane.ts';

const { sql } = Prisma;

const origin = { request_id: 'expiry', ip: null, user_agent: null };

let service: TestService;
let owner: Client;
let org_id: number;
let viewer: number;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  viewer = (await owner.call('GET', '/roles?code=viewer')).body.data[0].id;
});

const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const grant = async (more: object): Promise<number> => {
  const { user } = await service.newUser(owner, ['bare']);
  return (await owner.call('POST', '/grants', { user_id: user.id, role_id: viewer, ...more })).body.id;
};
const expire = (id: number, minutesAgo = 0) =>
  executeOperational(
    service.platform,
    sql`update grants set ends_at = now() - ${minutesAgo}::int * interval '1 minute' where org_id = ${org_id} and id = ${id} returning id`,
  );
const caller = () => systemCaller(service.platform, org_id, origin, ['grant.expired']);
const runLane = async () => {
  const notes: string[] = [];
  const note = async (line: string) => void notes.push(line);
  const { platform } = service;
  const call = { platform, payload: { org_id }, origin, emits: ['grant.expired'], note };
  return { next: await grantExpiryLane.run(call as never), notes };
};

it('is due while an expired grant is not archived, and runs again when the next one ends', async () => {
  const due = () => grantExpiryLane.due(service.platform);
  const [first, second] = [await grant({ ends_at: inHours(1) }), await grant({ ends_at: inHours(2) })];
  await grant({ starts_at: inHours(1) });
  await owner.call('DELETE', `/grants/${await grant({ ends_at: inHours(1) })}`);
  expect(await due()).toEqual([]);
  await expire(first);
  expect(await due()).toEqual([{ org_id }]);
  const { result, events } = await recordedBy(service, org_id, runLane);
  expect([events, result.notes, await due()]).toEqual([[`grant.expired ${first}`], ['1 grants expired'], []]);
  const { ends_at } = (await owner.call('GET', `/grants/${second}`)).body;
  expect(result.next).toEqual(new Date(ends_at));
  await owner.call('DELETE', `/grants/${second}`);
  expect((await runLane()).next).toBeNull();
});

it('archives a limited number of expired grants at a time, the ones that ended first', async () => {
  const ids = [await grant({ ends_at: inHours(1) }), await grant({ ends_at: inHours(1) })];
  for (const [index, id] of ids.entries()) await expire(id, index);
  const archive = () =>
    write(caller(), archiveExpiredGrants(caller(), { limit: 1 }), {
      event: 'grant.expired',
      action: 'expire',
    });
  const archived = [await archive(), await archive(), await archive()];
  expect(archived.map((rows) => rows.map(({ id }) => id))).toEqual([[ids[1]], [ids[0]], []]);
});

it('archives a grant once', async () => {
  const id = await grant({});
  const archive = () =>
    write(caller(), archiveGrants(caller(), [id]), { event: 'grant.expired', action: 'expire' });
  expect([(await archive()).length, (await archive()).length]).toEqual([1, 0]);
});
