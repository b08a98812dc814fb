import { startNameServer } from '@wfp/testing/name-server.ts';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { afterEach, expect, it } from 'vitest';
import { createNameResolver } from './guarded-connector.ts';
import { WebhookClient } from './webhook-client.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function setUp(answer: Parameters<typeof startNameServer>[0], allowPrivate = false) {
  const names = await startNameServer(answer);
  const receiver = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const resolve = createNameResolver(allowPrivate, [names.address]);
  const client = new WebhookClient({ allowPrivate, connectOptions: { resolve } });
  stops.push(names.stop, receiver.stop, () => client.close());
  const post = (host: string, timeoutMs = 5_000) =>
    client.post({ url: `http://${host}:${receiver.port}/`, headers: {}, body: '{}', timeoutMs });
  return { names, receiver, resolve, post };
}

it('resolves all addresses of a name and sends to one', async () => {
  const { names, resolve, post } = await setUp(() => ['127.0.0.1', '127.0.0.2'], true);
  expect(await resolve('hooks.example.com')).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]);
  expect(await post('hooks.example.com')).toMatchObject({ response_status: 204 });
  expect(new Set(names.queries)).toEqual(new Set(['hooks.example.com']));
});

it('rejects a name that resolved to a public address before (DNS rebinding)', async () => {
  let address = '93.184.216.34';
  const { names, receiver, resolve, post } = await setUp(() => [address]);
  expect(await resolve('rebinding.example.com')).toEqual([{ address, family: 4 }]);
  address = '127.0.0.1';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { error } = await post('rebinding.example.com');
    expect(error).toBe('The URL resolves to an address that is not public');
  }
  // Every connection resolves the name: nothing is cached.
  expect(names.queries.length).toBeGreaterThanOrEqual(4);
  expect(receiver.openSockets()).toBe(0);
});

it('reports names that do not exist or have no address', async () => {
  const answers: Record<string, string[]> = { empty: [], alias: ['removed.example.net'] };
  const { post } = await setUp((name) => answers[name.replace('.example.com', '')] ?? null);
  for (const host of ['empty.example.com', 'alias.example.com', 'missing.example.com'])
    expect((await post(host)).error, host).toMatch(/^The host name does not exist/);
});

it('resolves names while many others wait for silent name servers', async () => {
  const isSilent = (name: string) => name.startsWith('silent');
  const { resolve } = await setUp((name) => (isSilent(name) ? undefined : ['203.0.113.7']), true);
  let isFinished = 0;
  const silent = Array.from({ length: 50 }, (_, index) =>
    resolve(`silent-${index}.example.com`).then(
      () => 'found',
      (error) => {
        isFinished += 1;
        return error.code;
      },
    ),
  );
  expect(await resolve('hooks.example.com')).toEqual([{ address: '203.0.113.7', family: 4 }]);
  expect(isFinished).toBe(0);
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['ETIMEOUT']));
});

it('does not send after the timeout even if the connection opens later', async () => {
  const receiver = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const found = Promise.withResolvers<{ address: string; family: 4 }[]>();
  const client = new WebhookClient({ allowPrivate: true, connectOptions: { resolve: () => found.promise } });
  stops.push(receiver.stop, () => client.close());
  const url = `http://late.example.com:${receiver.port}/`;
  const late = await client.post({ url, headers: {}, body: '{"late":true}', timeoutMs: 200 });
  expect(late).toMatchObject({ error: 'No complete response within 0.2 s', is_timeout: true });
  found.resolve([{ address: '127.0.0.1', family: 4 }]);
  const next = await client.post({ url, headers: {}, body: '{"late":false}', timeoutMs: 5_000 });
  expect(next).toMatchObject({ response_status: 204 });
  expect(receiver.requests.join()).toContain('"late":false');
  expect(receiver.requests.join()).not.toContain('"late":true');
});
