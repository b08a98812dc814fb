import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Tests that the API keys of users who are deactivated or deleted are revoked for good. */
let service: TestService;
let owner: Client;
/** Holds a lock. */
let other: pg.Client;
/** Observes transactions that wait for it. */
let observer: pg.Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  other = new pg.Client(service.config.DATABASE_URL);
  observer = new pg.Client(service.config.DATABASE_URL);
  await Promise.all([other.connect(), observer.connect()]);
});
afterAll(async () => {
  await Promise.all([other.end(), observer.end()]);
  await service.stop();
});

interface Key {
  id: number;
  key: string;
}
const made = async (by: Client, path: string, body: object) => {
  const answer = await by.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const statusWith = async ({ key }: Key) =>
  (await createTestClient(service.url, { access_token: key, user: owner.user }).call('GET', '/users/me'))
    .status;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

interface Owned {
  user_id: number;
  keys: Key[];
  end: () => Promise<{ status: number }>;
  reactivate: () => Promise<unknown>;
}
const keysOf = async (by: Client, body: object = {}): Promise<Key[]> => [
  await made(by, '/api-keys', { name: 'One', ...body }),
  await made(by, '/api-keys', { name: 'Two', ...body }),
];
const activate = (id: number) => () => owner.call('POST', `/users/${id}/reactivate`);

const ways: Record<string, () => Promise<Owned>> = {
  'a user is deactivated': async () => {
    const user = await service.newUser(owner, ['employee']);
    const user_id = user.user.id;
    const end = () => owner.call('POST', `/users/${user_id}/deactivate`, {});
    return { user_id, keys: await keysOf(user), end, reactivate: activate(user_id) };
  },
  'a service user is deactivated': async () => {
    const robot = { email: 'robot@b.test', first_name: 'A', last_name: 'B', is_service: true };
    const { id: user_id } = await made(owner, '/users', robot);
    const end = () => owner.call('POST', `/users/${user_id}/deactivate`, {});
    return { user_id, keys: await keysOf(owner, { user_id }), end, reactivate: activate(user_id) };
  },
  'a user is deleted': async () => {
    const user = await service.newUser(owner, ['employee']);
    const user_id = user.user.id;
    const end = () => owner.call('DELETE', `/users/${user_id}`);
    const reactivate = async () => {
      await owner.call('POST', `/users/${user_id}/restore`);
      await activate(user_id)();
    };
    return { user_id, keys: await keysOf(user), end, reactivate };
  },
  'an employee leaves': async () => {
    const user = await service.newUser(owner, ['employee']);
    const user_id = user.user.id;
    const { id } = await peopleOf(owner).hire({ user_id });
    const end = async () => {
      const body = { end_date: day(0), reason_code: 'moved' };
      return owner.call('POST', `/employees/${id}/terminate`, body);
    };
    return { user_id, keys: await keysOf(user), end, reactivate: activate(user_id) };
  },
};

describe.each(Object.entries(ways))('when %s', (_, arrange) => {
  it('the keys are revoked for good, each with its event and audit entry', async () => {
    const { user_id, keys, end, reactivate } = await arrange();
    expect(await Promise.all(keys.map(statusWith))).toEqual([200, 200]);
    const { result, events, audit } = await recorded(end);
    expect(result.status).toBeLessThan(300);
    const revoked = (all: readonly string[]) => all.filter((one) => one.startsWith('api_key.')).sort();
    expect(revoked(events)).toEqual(keys.map(({ id }) => `api_key.post_archive ${id}`).sort());
    const entries = audit.filter((entry) => entry.resource === 'api_key');
    expect(entries.sort((a, b) => Number(a.record_id) - Number(b.record_id))).toMatchObject(
      keys.map(({ id }) => ({ action: 'revoke', record_id: id, after: { revoked_at: expect.any(String) } })),
    );
    await reactivate();
    expect((await owner.call('GET', `/users/${user_id}`)).body.status).toBe('active');
    expect(await Promise.all(keys.map(statusWith))).toEqual([401, 401]);
    const { data } = (await owner.call('GET', `/api-keys?user_id=${user_id}&status=revoked`)).body;
    expect(data).toHaveLength(2);
  });
});

it('a rejected deactivation revokes nothing', async () => {
  const admin = await service.newUser(owner, ['admin']);
  const keys = await keysOf(owner);
  const { result, events, outbox } = await recorded(() =>
    admin.call('POST', `/users/${owner.user.id}/deactivate`, {}),
  );
  expect([result.status, events, outbox]).toEqual([403, nothing.events, nothing.outbox]);
  expect(await Promise.all(keys.map(statusWith))).toEqual([200, 200]);
});

it('rejects a key that is created while its user is deactivated', async () => {
  const user = await service.newUser(owner, ['employee']);
  await other.query('begin');
  await other.query(`select from users where id = ${user.user.id} for update`);
  await other.query(`update users set status = 'deactivated' where id = ${user.user.id}`);
  const { result, ...left } = await recorded(async () => {
    const answer = user.call('POST', '/api-keys', { name: 'Late' });
    await eventually(
      () =>
        observer.query(`select pid from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`),
      ({ rows }) => rows.length > 0,
    ).finally(() => other.query('commit'));
    return answer;
  });
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['user_id']]);
  expect(left).toEqual(nothing);
});
