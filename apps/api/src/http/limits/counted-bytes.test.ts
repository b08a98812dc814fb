import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startOwnService({ RATE_LIMIT_PER_MINUTE: '6' });
});
afterAll(() => service.stop());

it('counts requests once more for every 256 KiB of a body or a response, per credential and per user', async () => {
  const [owner, other] = [await service.newOrganization(), await service.newOrganization()];
  const unlimited = await service.startPod({ RATE_LIMIT_PER_MINUTE: 0 });
  const authorization = `Bearer ${owner.token}`;
  for (let n = 0; n < 10; n += 1) {
    const created = await fetch(`${unlimited}/api/tasks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Task ${n}`, description: '€'.repeat(20_000) }),
    });
    expect(created.status).toBe(201);
  }
  const remaining = async (by: Client) =>
    Number(/r=(\d+)/.exec((await by.call('GET', '/users/me')).headers.get('ratelimit') ?? '')?.[1]);
  // 600 KB: the request and two further ones.
  expect((await owner.call('GET', '/tasks')).body.data).toHaveLength(10);
  expect(await remaining(owner)).toBe(6 - 3 - 1);
  const { status } = await other.call('POST', '/tasks', { title: 'x'.repeat(600_000) });
  expect([status, await remaining(other)]).toEqual([422, 6 - 3 - 1]);
  const packed = gzipSync(JSON.stringify({ title: 'x'.repeat(600_000) }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const third = await service.newOrganization();
  await fetch(`${service.url}/api/tasks`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${third.token}` },
    body: packed,
  });
  expect(await remaining(third)).toBe(6 - 3 - 1);
  const redis = new Redis(service.config.REDIS_URL);
  const { org_id, id } = other.user;
  const counted = await redis.get(`${service.config.REDIS_PREFIX}:user-limit:${org_id}:${id}`);
  redis.disconnect();
  expect(Number(counted)).toBe(4);
});

it('counts the bytes of a body that does not arrive completely', async () => {
  const owner = await service.newOrganization();
  const { port } = new URL(service.url);
  const socket = connect(Number(port), 'localhost');
  await once(socket, 'connect');
  const head = [
    'POST /api/tasks HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${owner.token}`,
    'Content-Type: application/json',
    'Content-Length: 700000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(600_000)}`, () => socket.end());
  const redis = new Redis(service.config.REDIS_URL);
  const { org_id, id } = owner.user;
  const key = `${service.config.REDIS_PREFIX}:user-limit:${org_id}:${id}`;
  const counted = await eventually(
    async () => Number(await redis.get(key)),
    (count) => count > 1,
  );
  redis.disconnect();
  socket.destroy();
  expect(counted).toBe(3);
});
