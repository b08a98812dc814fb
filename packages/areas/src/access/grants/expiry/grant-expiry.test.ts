import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
});
afterAll(() => service.stop());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const grant = (user: Client, role: string, more: object = {}) =>
  owner.call('POST', '/grants', { user_id: user.user.id, role_id: roles[role], ...more });
const end = (id: number) =>
  executeOperational(
    service.platform,
    sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
const ids = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map((one) => one.id);

describe('a grant that ends', () => {
  it('does not conflict with a new one', async () => {
    const user = await service.newUser(owner, ['bare']);
    const first = (await grant(user, 'viewer', { ends_at: inAnHour() })).body.id;
    await end(first);
    const { result, events } = await recordedBy(service, owner.user.org_id, () => grant(user, 'viewer'));
    expect(result.status).toBe(201);
    expect(events).toEqual([`grant.expired ${first}`, `grant.post_create ${result.body.id}`]);
  });

  it('does not prevent the deletion of its role, which archives it', async () => {
    const made = await owner.call('POST', '/roles', { code: 'brief', name: 'Brief' });
    roles.brief = made.body.id;
    const user = await service.newUser(owner, ['bare']);
    const { id } = (await grant(user, 'brief', { ends_at: inAnHour() })).body;
    const inUse = await owner.call('DELETE', `/roles/${roles.brief}`);
    expect([inUse.status, Object.keys(inUse.body.details.fieldErrors)]).toEqual([422, ['reassign_to']]);
    await end(id);
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('DELETE', `/roles/${roles.brief}`),
    );
    expect(result.status).toBe(204);
    expect(events).toEqual([`grant.expired ${id}`, `role.post_archive ${roles.brief}`]);
    expect(audit).toMatchObject([{ action: 'expire', record_id: id }, { resource: 'role' }]);
  });

  it('must end in the future', async () => {
    const user = await service.newUser(owner, ['bare']);
    for (const more of [{ ends_at: new Date().toISOString() }, { ends_at: '2020-01-01T00:00:00Z' }]) {
      const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
        grant(user, 'viewer', more),
      );
      expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['ends_at']]);
      expect(left).toEqual(nothing);
    }
  });

  it('makes the next page of a list forbidden', async () => {
    const user = await service.newUser(owner, ['bare']);
    const { body } = await grant(user, 'auditor', { ends_at: inAnHour() });
    const page = (offset: number) => user.call('GET', `/grants?limit=1&offset=${offset}`);
    expect((await page(0)).status).toBe(200);
    await end(body.id);
    expect((await page(1)).status).toBe(403);
  });

  it('is archived once by several workers, with its event', async () => {
    const user = await service.newUser(owner, ['bare']);
    const over = (await grant(user, 'viewer', { ends_at: inAnHour() })).body.id;
    /** Retries with more time if the end had passed when the request arrived. */
    const grantFor = async (ms: number): Promise<number> => {
      const ends_at = new Date(Date.now() + ms).toISOString();
      const { status, body } = await grant(user, 'auditor', { ends_at });
      return status === 422 && new Date() > new Date(ends_at) ? grantFor(ms * 4) : body.id;
    };
    const soon = await grantFor(1_500);
    const later = (await grant(user, 'hr', { ends_at: inAnHour() })).body.id;
    await end(over);
    const log = createLogger('worker', 'fatal');
    const workers = await Promise.all(
      [1, 2].map(() => startWorker({ config: service.config, log, opsPort: 0 })),
    );
    try {
      const expired = () =>
        service.rows<{ aggregate_id: number; actor_type: string; action: string }>(sql`
          select e.aggregate_id, a.actor_type::text, a.action from events e
          join audit_log a on a.org_id = e.org_id and a.event_id = e.id
          where e.org_id = ${owner.user.org_id} and e.event_type = 'grant.expired'
            and e.aggregate_id in (${over}, ${soon}, ${later}) order by e.aggregate_id`);
      await eventually(expired, (rows) => rows.length >= 2);
      const system = { actor_type: 'system', action: 'expire' };
      expect(await expired()).toEqual([
        { aggregate_id: over, ...system },
        { aggregate_id: soon, ...system },
      ]);
      expect(ids(await owner.call('GET', `/grants?user_id=${user.user.id}`))).toContain(later);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  });
});

describe('GET /grants', () => {
  it('filters by live, team and source', async () => {
    const user = await service.newUser(owner, ['viewer']);
    const team = (await owner.call('POST', '/teams', { name: 'Filtered' })).body.id;
    const future = (await grant(user, 'auditor', { starts_at: inAnHour() })).body.id;
    const narrow = (await grant(user, 'manager', { scope: 'team', team_id: team })).body.id;
    const listed = async (query: string) =>
      ids(await owner.call('GET', `/grants?user_id=${user.user.id}&${query}`));
    expect(await listed('live=false')).toEqual([future]);
    expect(await listed('live=true')).toHaveLength(2);
    expect(await listed(`team_id=${team}`)).toEqual([narrow]);
    expect(await listed('source=manual')).toHaveLength(3);
    expect(await listed('source=hierarchy')).toEqual([]);
    expect((await owner.call('GET', `/grants/${narrow}`)).body).toMatchObject({
      team_id: team,
      scope: 'team',
    });
  });

  it('rejects a restriction that would leave no permission', async () => {
    const permissions = [{ permission: 'audit_log:read', scopes: ['org'] }];
    const { body } = await owner.call('POST', '/roles', { code: 'reader', name: 'Reader', permissions });
    const user = await service.newUser(owner, ['bare']);
    const { status, body: answer } = await owner.call('POST', '/grants', {
      user_id: user.user.id,
      role_id: body.id,
      scope: 'own',
    });
    expect([status, Object.keys(answer.details.fieldErrors)]).toEqual([422, ['scope']]);
  });
});
