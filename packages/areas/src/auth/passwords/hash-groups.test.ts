import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let attacker: Client;
let victim: Client;
let org_slug: string;
beforeAll(async () => {
  // Real hashes, so that requests arrive faster than hashes are computed.
  const settings = { TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'silent' };
  service = await startOwnService(settings, { hasProductionPasswords: true });
  [attacker, victim] = [await service.newOrganization(), await service.newOrganization()];
  org_slug = (await victim.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());

const from = (ip: string) => ({ 'x-forwarded-for': ip });
let count = 0;
const createUser = (by = attacker) => {
  count += 1;
  const person = { email: `u${count}@example.test`, first_name: 'U', last_name: 'User' };
  return by.call('POST', '/users', { ...person, password: testPassword });
};
const signIn = (ip: string, password = testPassword) =>
  service.call('POST', '/auth/login', { org_slug, email: victim.user.email, password }, from(ip));

/** Starts requests, runs `during` after the first one has finished, and returns all statuses, in order of completion. */
async function during(requests: readonly (() => Promise<{ status: number }>)[], run: () => Promise<void>) {
  const statuses: number[] = [];
  const started = requests.map(async (request) => statuses.push((await request()).status));
  await Promise.race(started);
  const before = statuses.length;
  await run();
  const finished = statuses.length - before;
  await Promise.all(started);
  return { finished, statuses };
}

it('computes one hash of an organization at a time, so that others can sign in at once', async () => {
  const creations = Array.from({ length: 18 }, () => () => createUser());
  const { finished, statuses } = await during(creations, async () => {
    expect((await signIn('198.51.100.1')).status).toBe(200);
  });
  expect(statuses).toEqual(creations.map(() => 201));
  expect(finished).toBeLessThan(9);
});

it('rejects only hashes of the organization of which too many wait, and writes nothing', async () => {
  const { result, ...left } = await recordedBy(service, attacker.user.org_id, () =>
    during(
      Array.from({ length: 60 }, () => () => createUser()),
      async () => {
        expect((await signIn('198.51.100.2')).status).toBe(200);
      },
    ),
  );
  const created = result.statuses.filter((status) => status === 201);
  const rejected = result.statuses.filter((status) => status === 429);
  expect([created.length + rejected.length, created.length > 20, rejected.length > 0]).toEqual([
    60,
    true,
    true,
  ]);
  expect(left.events.filter((event) => event.startsWith('user.post_create')).length).toBe(created.length);
});

it('computes one hash of a network at a time', async () => {
  const guesses = Array.from({ length: 18 }, (_, n) => () => signIn(`2001:db8:1:${n}::1`, 'wrong password'));
  const { finished, statuses } = await during(guesses, async () => {
    expect((await signIn('2001:db8:2::1')).status).toBe(200);
  });
  expect(statuses).toEqual(guesses.map(() => 401));
  expect(finished).toBeLessThan(9);
});

it('computes one hash of all unverified organizations at a time', async () => {
  const owners: Client[] = [];
  for (let n = 0; n < 18; n += 1) owners.push(await service.newOrganization(undefined, false));
  const creations = owners.map((owner) => () => createUser(owner));
  const { finished, statuses } = await during(creations, async () => {
    expect((await signIn('198.51.100.3')).status).toBe(200);
  });
  expect(statuses).toEqual(creations.map(() => 201));
  expect(finished).toBeLessThan(9);
});
