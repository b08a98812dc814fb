import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { startNameServer } from '@wfp/testing/name-server.ts';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNameResolver } from './guarded-connector.ts';
import { WebhookClient } from './webhook-client.ts';

/** Addresses that were dialled. The spy fails instead of opening a connection to any address that is not loopback. */
const dialled: string[] = [];
const connect = net.Socket.prototype.connect;
const dial = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
  this: net.Socket,
  ...args: any[]
) {
  const [options] = (Array.isArray(args[0]) ? args[0] : args) as [
    { host?: string; lookup?: any; port: number },
  ];
  const { lookup, host = '' } = options;
  const permitted = (address: string) => {
    dialled.push(address);
    return /^127\./.test(address);
  };
  if (net.isIP(host) !== 0 || !lookup) {
    if (permitted(host)) return Reflect.apply(connect, this, args);
    process.nextTick(() => this.destroy(new Error(`Dialled ${host}`)));
    return this;
  }
  // Node resolves with this function, then dials what it returned.
  options.lookup = (name: string, asked: object, done: (...found: any[]) => void) =>
    lookup(name, asked, (error: Error | null, found: any, family: number) => {
      const all = error ? [] : Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const denied = all.find((address: string) => !permitted(address));
      if (denied) done(new Error(`Dialled ${denied}`), []);
      else done(error, found, family);
    });
  return Reflect.apply(connect, this, args);
});
syncBuiltinESMExports();
afterAll(() => {
  dial.mockRestore();
  syncBuiltinESMExports();
});

const stops: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  dialled.length = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Public addresses, which nothing can dial because of the spy. */
const publicFour = '93.184.216.34';
const publicSix = '2606:2800:220:1:248:1893:25c8:1946';
const notPublic = 'The URL resolves to an address that is not public';

async function setUp(answers: readonly (readonly string[])[], allowPrivate = false) {
  const left = new Map<string, number>();
  const names = await startNameServer((name) => {
    // A and AAAA queries of one lookup get the same turn.
    const turn = left.get(name) ?? 0;
    left.set(name, turn + 1);
    return [...(answers[Math.min(Math.floor(turn / 2), answers.length - 1)] ?? [])];
  });
  const receiver = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const resolve = createNameResolver(allowPrivate, [names.address]);
  const client = new WebhookClient({ allowPrivate, connectOptions: { resolve } });
  stops.push(names.stop, receiver.stop, () => client.close());
  const post = () =>
    client.post({
      url: `http://rebinding.example.com:${receiver.port}/`,
      headers: {},
      body: '{}',
      timeoutMs: 5_000,
    });
  return { names, receiver, post };
}

it.each([
  ['loopback', ['127.0.0.1']],
  ['another loopback address', ['127.8.8.8']],
  ['IPv6 loopback', ['::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1']],
  ['IPv4 translated into IPv6', ['64:ff9b::7f00:1']],
  ['a private network', ['10.0.0.1']],
  ['the metadata service', ['169.254.169.254']],
  ['a unique local address', ['fd00:ec2::254']],
  ['a link-local address', ['fe80::1']],
  ['the unspecified address', ['0.0.0.0']],
  ['public and loopback', [publicFour, '127.0.0.1']],
  ['loopback and public', ['127.0.0.1', publicFour]],
  ['public IPv4 and loopback IPv6', [publicFour, '::1']],
  ['loopback IPv4 and public IPv6', ['127.0.0.1', publicSix]],
])('a name that resolves to %s is rejected, and nothing is dialled', async (_, addresses) => {
  const { post, receiver } = await setUp([addresses]);
  expect((await post()).error).toBe(notPublic);
  expect([dialled, receiver.openSockets()]).toEqual([[], 0]);
});

it('a name that is public at first and then loopback is looked up for each connection', async () => {
  const { names, post, receiver } = await setUp([[publicFour], ['127.0.0.1'], [publicFour, '::1'], ['::1']]);
  expect((await post()).error).toContain(`Dialled ${publicFour}`);
  for (let turn = 0; turn < 3; turn += 1) expect((await post()).error).toBe(notPublic);
  expect(new Set(dialled)).toEqual(new Set([publicFour]));
  expect(receiver.openSockets()).toBe(0);
  // Once per attempt, although the records of one attempt could be reused.
  expect(names.queries).toHaveLength(4);
});

it('dials exactly the addresses that it checked', async () => {
  const { names, post } = await setUp([[publicFour, publicSix], ['127.0.0.1']]);
  expect((await post()).error).toContain('Dialled');
  expect(dialled.every((one) => one === publicFour || one === publicSix)).toBe(true);
  expect(names.queries).toHaveLength(1);
});

it('where private networks are allowed, a name may change to loopback', async () => {
  const { post, receiver } = await setUp([['127.0.0.1']], true);
  expect((await post()).response_status).toBe(204);
  expect([dialled, receiver.requests.length]).toEqual([['127.0.0.1'], 1]);
});
