import { connect } from 'node:net';
import { startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = (await service.newOrganization()).token;
});
afterAll(() => service.stop());

/** Sends bytes and returns all that comes back until the server ends the connection. */
function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(bytes);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

/** The statuses of all answers on a connection. */
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';
const post = `POST /api/tasks HTTP/1.1\r\n${host}`;
const get = `GET /api/health HTTP/1.1\r\n${host}`;
const second = `GET /api/users/me HTTP/1.1\r\n${host}${close}\r\n`;

/** What two programs in a row could read in two ways: one answer, and the connection is over. */
const refusals: [what: string, bytes: string, status: number][] = [
  ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`, 400],
  ['two equal lengths', `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\n12345`, 400],
  ['a list of lengths', `${post}Content-Length: 5, 5\r\n\r\n12345`, 400],
  ['a signed length', `${post}Content-Length: +5\r\n\r\n12345`, 400],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n`, 400],
  ['a length in hexadecimal', `${post}Content-Length: 0x5\r\n\r\n12345`, 400],
  ['a length past all numbers', `${post}Content-Length: ${'9'.repeat(30)}\r\n\r\n`, 400],
  ['length and encoding', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['encoding and length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`, 400],
  ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n`, 400],
  ['an unknown encoding of a GET', `${get}Transfer-Encoding: xchunked\r\n\r\n`, 400],
  ['two encodings', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`, 400],
  ['chunked not last', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`, 400],
  ['an encoding after a tab and a feed', `${post}Transfer-Encoding:\t\x0bchunked\r\n\r\n0\r\n\r\n`, 400],
  ['space before a colon', `${post}Content-Length : 5\r\n\r\n12345`, 400],
  ['a folded header', `${post}X-A: 1\r\n Content-Length: 5\r\n\r\n12345`, 400],
  ['a bare line feed', `${get}X-A: 1\nContent-Length: 5\r\n\r\n`, 400],
  ['a bare carriage return', `${get}X-A: 1\rContent-Length: 5\r\n\r\n`, 400],
  ['a zero byte in a header', `${get}X-A: a\0b\r\n\r\n`, 400],
  ['a name that is none', `${get}X(A): 1\r\n\r\n`, 400],
  [
    'a chunk size that is none',
    `${post}Authorization: Bearer :token\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
  ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', `${get}Host: elsewhere\r\n\r\n`, 400],
  ['two credentials', `${get}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`, 400],
  ['a version that is none', `GET /api/health HTTP/9.9\r\n${host}\r\n`, 400],
  ['HTTP/2 by prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a method that is none', `FETCH /api/health HTTP/1.1\r\n${host}\r\n`, 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['endless headers', `${get}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['101 headers', `${get}${'X-A: 1\r\n'.repeat(100)}\r\n`, 431],
  ['an endless path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['TRACE', `TRACE /api/health HTTP/1.1\r\n${host}X-Secret: hunter2\r\n\r\n`, 405],
  ['CONNECT', `CONNECT localhost:22 HTTP/1.1\r\n${host}\r\n`, 405],
  ['another expectation', `${post}Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}`, 417],
];

describe('refuses', () => {
  it.each(refusals)('%s, in the shape of every error', async (_what, bytes, status) => {
    const answer = await exchange(`${bytes.replace(':token', token)}${status === 400 ? second : ''}`);
    expect(statusesIn(answer)).toEqual([status]);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
    expect(answer).not.toContain('hunter2');
    for (const header of [
      /^X-Request-Id: [\w-]+$/im,
      /^Cache-Control: no-store$/im,
      /^X-Content-Type-Options: nosniff$/im,
      /^Content-Security-Policy: default-src 'none';frame-ancestors 'none'$/im,
      /^X-Frame-Options: SAMEORIGIN$/im,
      /^Connection: close$/im,
    ]) {
      expect(head).toMatch(header);
    }
  });
});

describe('reads as one request each', () => {
  const auth = () => `Authorization: Bearer ${token}\r\n`;

  it('two in one packet, in their order', async () => {
    const body = '{"title":"One"}';
    const first = `${post}${auth()}Content-Length: ${body.length}\r\n\r\n${body}`;
    expect(statusesIn(await exchange(`${first}${second}`))).toEqual([201, 401]);
  });

  it('a body in chunks that holds the text of another request', async () => {
    const body = JSON.stringify({ title: second.slice(0, 40) });
    const chunked = `${body.length.toString(16)};ext=1\r\n${body}\r\n0\r\n\r\n`;
    const answer = await exchange(`${post}${auth()}Transfer-Encoding: chunked\r\n\r\n${chunked}${second}`);
    expect(statusesIn(answer)).toEqual([201, 401]);
  });

  it('a GET with a body, whose body is no request', async () => {
    const inner = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
    const answer = await exchange(`${get}Content-Length: ${inner.length}\r\n\r\n${inner}${second}`);
    expect(statusesIn(answer)).toEqual([200, 401]);
  });

  it('a refused POST whose body looks like a request', async () => {
    const inner = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
    const answer = await exchange(`${post}Content-Length: ${inner.length}\r\n\r\n${inner}${second}`);
    expect(statusesIn(answer)).toEqual([401, 401]);
  });

  it('HTTP/1.0 without a Host', async () => {
    expect(statusesIn(await exchange('GET /api/health HTTP/1.0\r\n\r\n'))).toEqual([200]);
  });

  it('an upgrade that is not offered', async () => {
    const upgrade = `${get}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`;
    expect(statusesIn(await exchange(upgrade))).toEqual([200]);
  });

  it.each(['http://elsewhere.test', 'HTTPS://user:pass@elsewhere.test:99'])(
    'a target with the authority %s, like one without',
    async (authority) => {
      const at = (path: string) => exchange(`GET ${authority}${path} HTTP/1.1\r\n${host}${close}\r\n`);
      const [health, me, root] = await Promise.all([at('/api/health'), at('/api/users/me'), at('')]);
      expect([health, me, root].flatMap(statusesIn)).toEqual([200, 401, 404]);
      expect(health + me + root).not.toContain('elsewhere');
    },
  );

  it('OPTIONS for the whole server', async () => {
    expect(statusesIn(await exchange(`OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`))).toEqual([404]);
  });
});

describe('a body that waits to be asked for', () => {
  const waiting = (authorization: string) =>
    `${post}${authorization}Expect: 100-continue\r\nContent-Length: 15\r\n`;

  it('is asked for when the caller may send it', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(`${waiting(`Authorization: Bearer ${token}\r\n`)}${close}\r\n`);
    let text = '';
    await new Promise<void>((resolve, reject) => {
      socket.on('data', (chunk) => {
        if (text === '') socket.write('{"title":"Two"}');
        text += String(chunk);
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });
    expect(statusesIn(text)).toEqual([100, 201]);
  });

  it('is not asked for before a 401, which ends the connection', async () => {
    expect(statusesIn(await exchange(`${waiting('')}\r\n`))).toEqual([401]);
  });
});
