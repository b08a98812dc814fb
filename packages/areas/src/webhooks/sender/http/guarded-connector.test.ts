import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expiredCertificate, validCertificate } from '@wfp/testing/certificates.ts';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectOptions, createNameResolver } from './guarded-connector.ts';
import { WebhookClient } from './webhook-client.ts';

type RawReceiver = Awaited<ReturnType<typeof startRawReceiver>>;
const respond: Parameters<typeof startRawReceiver>[0] = (socket) =>
  socket.write('HTTP/1.1 204 No Content\r\n\r\n');

let receiver: RawReceiver;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  receiver = await startRawReceiver(respond);
});
afterEach(async () => {
  await receiver.stop();
  for (const stop of stops.splice(0)) await stop();
});

async function post(
  url: string,
  options: { allowPrivate?: boolean; proxyUrl?: string } & ConnectOptions = {},
) {
  const { allowPrivate = false, proxyUrl, ...connectOptions } = options;
  const client = new WebhookClient({ allowPrivate, proxyUrl, connectOptions });
  stops.push(() => client.close());
  return client.post({ url, headers: {}, body: '{}', timeoutMs: 1_000 });
}

const four = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 as const }));
const six = (...addresses: string[]) => addresses.map((address) => ({ address, family: 6 as const }));
const notPublic = 'The URL resolves to an address that is not public';

describe('host names', () => {
  it.each([
    ['loopback', four('127.0.0.1')],
    ['the metadata address of clouds', four('169.254.169.254')],
    ['the IPv6 metadata address of clouds', six('fd00:ec2::254')],
    ['an IPv4-mapped address', six('::ffff:127.0.0.1')],
    ['a public address and a private one', four('93.184.216.34', '127.0.0.1')],
    ['a public address and a private IPv6 one', [...four('93.184.216.34'), ...six('::1')]],
  ])('that resolve to %s are rejected', async (_, found) => {
    const url = `http://hooks.example.com:${receiver.port}/`;
    const result = await post(url, { resolve: async () => found });
    expect(result).toMatchObject({ error: notPublic, response_status: null, is_timeout: false });
    expect(receiver.requests).toEqual([]);
  });

  it('may resolve to private addresses if private networks are allowed', async () => {
    const resolve = async () => four('127.0.0.1');
    const url = `http://hooks.example.com:${receiver.port}/in?team=7`;
    expect(await post(url, { resolve, allowPrivate: true })).toMatchObject({
      response_status: 204,
      error: null,
    });
    expect(receiver.requests[0]).toContain(
      `POST /in?team=7 HTTP/1.1\r\nhost: hooks.example.com:${receiver.port}`,
    );
  });

  it('are resolved once per connection, so that the checked address is the one used', async () => {
    const given = [four('93.184.216.34', '127.0.0.1'), four('127.0.0.1'), six('::1')];
    const client = new WebhookClient({
      allowPrivate: false,
      connectOptions: { resolve: async () => given.shift() ?? four('127.0.0.1') },
    });
    stops.push(() => client.close());
    const url = `http://rebinding.example.com:${receiver.port}/`;
    for (const left of [2, 1, 0, 0]) {
      const { error } = await client.post({ url, headers: {}, body: '{}', timeoutMs: 1_000 });
      expect([error, given.length]).toEqual([notPublic, left]);
    }
    expect(receiver.openSockets()).toBe(0);
  });

  it('with several addresses are tried in turn', async () => {
    const resolve = async () => [...six('::1'), ...four('127.0.0.1')];
    const url = `http://hooks.example.com:${receiver.port}/`;
    expect(await post(url, { resolve, allowPrivate: true })).toMatchObject({ response_status: 204 });
  });

  it.each([
    [
      'do not exist',
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
      /^The host name does not exist/,
    ],
    ['have no address', async () => [], /^The host name does not exist/],
    [
      'cannot be resolved',
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ESERVFAIL' })),
      /^The host name could not be/,
    ],
    ['get no reply', () => new Promise<never>(() => undefined), /^No complete response within 1 s/],
  ])('that %s leave a readable error', async (_, resolve, text) => {
    const { error } = await post('http://hooks.example.com/', { resolve });
    expect(error).toMatch(text);
  });

  it('of this machine are resolved without a name server', async () => {
    const found = await createNameResolver(false)('localhost');
    expect(found).toContainEqual({ address: '127.0.0.1', family: 4 });
  });
});

it.each([
  '127.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '0.0.0.0',
  'localhost',
])('the host %s is rejected again when a delivery is sent', async (host) => {
  const { error } = await post(`http://${host}:${receiver.port}/`);
  expect(error).toBe('The URL must have a public address');
  expect(receiver.openSockets()).toBe(0);
});

describe('certificates', () => {
  const overTls = async (certificate: typeof validCertificate, host: string, ca?: string) => {
    const safe = await startRawReceiver(respond, certificate);
    stops.push(safe.stop);
    const resolve = async () => four('127.0.0.1');
    const url = `https://${host}:${safe.port}/`;
    return post(url, { allowPrivate: true, resolve, ...(ca ? { ca } : {}) });
  };

  it.each([
    [
      'has expired',
      expiredCertificate,
      'localhost',
      expiredCertificate.cert,
      'The certificate has expired (CERT_HAS_EXPIRED)',
    ],
    [
      'is self-signed',
      validCertificate,
      'localhost',
      undefined,
      'The certificate is not signed by a trusted authority (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      'is for another host name',
      validCertificate,
      'other.example.com',
      validCertificate.cert,
      'The certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    ['is valid', validCertificate, 'localhost', validCertificate.cert, null],
  ])('verifies one that %s', async (_, certificate, host, ca, error) => {
    expect((await overTls(certificate, host, ca)).error).toBe(error);
  });

  it('are covered by the timeout, after which the connection is closed', async () => {
    const silent = await startRawReceiver(() => undefined);
    stops.push(silent.stop);
    const { error } = await post(`https://127.0.0.1:${silent.port}/`, { allowPrivate: true, timeoutMs: 500 });
    expect(error).toMatch(/^No complete response within 1 s|^The connection timed out/);
    await eventually(silent.openSockets, (open) => open === 0);
  });

  it('report a readable error if the receiver does not speak TLS', async () => {
    const { error } = await post(`https://127.0.0.1:${receiver.port}/`, { allowPrivate: true });
    expect(error).toMatch(/^The TLS handshake failed|^The connection was closed/);
  });
});

describe('an outgoing proxy', () => {
  async function startProxy(status: number, tunnelTo?: number) {
    const seen: string[] = [];
    const server = createServer((req, res) => {
      seen.push(`${req.method} ${req.url} ${req.headers['proxy-authorization']}`);
      res.writeHead(status).end();
    });
    server.on('connect', (req, socket) => {
      seen.push(`${req.method} ${req.url} ${req.headers['proxy-authorization']}`);
      if (tunnelTo) {
        const onward = connect(tunnelTo, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connected\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
        socket.on('error', () => onward.destroy());
        return;
      }
      socket.end(`HTTP/1.1 ${status} Rejected by the proxy\r\n\r\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(async () => server.closeAllConnections() ?? server.close());
    return { seen, url: `http://me:word@127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const credentials = `Basic ${Buffer.from('me:word').toString('base64')}`;

  it('forwards http requests and resolves names itself', async () => {
    const proxy = await startProxy(202);
    const resolve = () => Promise.reject(new Error('must not be called'));
    const sent = await post('http://hooks.example.com/in', { proxyUrl: proxy.url, resolve });
    expect(sent).toMatchObject({ response_status: 202, error: null });
    expect(proxy.seen).toEqual([`POST http://hooks.example.com/in ${credentials}`]);
  });

  it('tunnels https; a rejected tunnel is reported as an error of the proxy', async () => {
    const proxy = await startProxy(403);
    const { error } = await post('https://hooks.example.com/in', { proxyUrl: proxy.url });
    expect(error).toMatch(/^Through the outgoing proxy: .*403/);
    expect(proxy.seen).toEqual([`CONNECT hooks.example.com:443 ${credentials}`]);
  });

  it.each([
    ['that is right', validCertificate, null],
    [
      'that has expired',
      expiredCertificate,
      'Through the outgoing proxy: The certificate has expired (CERT_HAS_EXPIRED)',
    ],
  ])('does not disable certificate verification: a certificate %s', async (_, certificate, error) => {
    const safe = await startRawReceiver(respond, certificate);
    stops.push(safe.stop);
    const proxy = await startProxy(200, safe.port);
    const sent = await post('https://localhost/in', {
      allowPrivate: true,
      proxyUrl: proxy.url,
      ca: certificate.cert,
    });
    expect(sent).toMatchObject({ error, response_status: error ? null : 204 });
    expect(proxy.seen[0]).toBe(`CONNECT localhost:443 ${credentials}`);
  });

  it('gets no request for a URL with an address that is not public', async () => {
    const proxy = await startProxy(202);
    for (const host of ['169.254.169.254', '[::1]', 'db.internal']) {
      const { error } = await post(`http://${host}/`, { proxyUrl: proxy.url });
      expect(error).toContain('The URL must have a public address');
    }
    expect(proxy.seen).toEqual([]);
  });
});
