import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The requests per minute of a credential; at least as many sign-ups are sent from one address. */
const limit = 3;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService({ RATE_LIMIT_PER_MINUTE: String(limit) });
});
afterAll(() => service.stop());

/** The keys of service users that the owner creates. */
async function createKeys(owner: Client, users: number): Promise<string[]> {
  const unlimited = await service.startPod({ RATE_LIMIT_PER_MINUTE: 0 });
  const post = async (path: string, body: object) => {
    const response = await fetch(`${unlimited}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: number; key: string };
  };
  const keys: string[] = [];
  for (let n = 0; n < users; n += 1) {
    const user = {
      email: `service-${n}@example.com`,
      first_name: 'S',
      last_name: String(n),
      is_service: true,
    };
    const { id } = await post('/users', user);
    for (let key = 0; key < 5; key += 1)
      keys.push((await post('/api-keys', { name: `${n} ${key}`, user_id: id })).key);
  }
  return keys;
}

async function requestWith(keys: readonly string[]) {
  const responses: { status: number; policy: string | null }[] = [];
  for (const key of keys.flatMap((one) => Array<string>(limit).fill(one))) {
    const headers = { authorization: `Bearer ${key}` };
    const { status, headers: received } = await fetch(`${service.url}/api/users/me`, { headers });
    responses.push({ status, policy: received.get('ratelimit-policy') });
  }
  return responses;
}

const isRejected = ({ status }: { status: number }) => status === 429;

it('limits the users of an unverified organization together to the requests of two', async () => {
  const owner = await service.newOrganization(undefined, false);
  const keys = await createKeys(owner, 3);
  const responses = await requestWith(keys);
  expect(responses.map(isRejected)).toEqual([...Array(30).fill(false), ...Array(15).fill(true)]);
  expect(responses.at(-1)?.policy).toBe('"organization";q=30;w=60');
});

it('does not count requests for the organization that are rejected for a credential', async () => {
  const owner = await service.newOrganization(undefined, false);
  const keys = await createKeys(owner, 3);
  const ofOneKey = await requestWith(Array(10).fill(keys[0]));
  expect(ofOneKey.map(isRejected)).toEqual([...Array(limit).fill(false), ...Array(9 * limit).fill(true)]);
  const others = await requestWith(keys.slice(1, 10));
  expect(others.map(isRejected)).toEqual(Array(9 * limit).fill(false));
});

it('limits those of a verified one to the requests of twenty', async () => {
  const owner = await service.newOrganization();
  const keys = await createKeys(owner, 3);
  expect((await requestWith(keys)).map(isRejected)).toEqual(Array(15 * limit).fill(false));
});
