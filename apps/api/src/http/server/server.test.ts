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

/** Sends bytes and returns everything received until the server closes the connection. */
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

/** The statuses of all responses on a connection. */
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';
const post = `POST /api/tasks HTTP/1.1\r\n${host}`;
const get = `GET /api/health HTTP/1.1\r\n${host}`;
const second = `GET /api/users/me HTTP/1.1\r\n${host}${close}\r\n`;

/** Requests that a proxy might parse differently, and other invalid input: one response, then the connection closes. */
const refusals: [what: string, bytes: string, status: number][] = [
  ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`, 400],
  ['two equal lengths', `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\n12345`, 400],
  ['a list of lengths', `${post}Content-Length: 5, 5\r\n\r\n12345`, 400],
  ['a signed length', `${post}Content-Length: +5\r\n\r\n12345`, 400],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n`, 400],
  ['a length in hexadecimal', `${post}Content-Length: 0x5\r\n\r\n12345`, 400],
  ['a length beyond all integers', `${post}Content-Length: ${'9'.repeat(30)}\r\n\r\n`, 400],
  ['length and encoding', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['encoding and length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`, 400],
  ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n`, 400],
  ['an unknown encoding of a GET', `${get}Transfer-Encoding: xchunked\r\n\r\n`, 400],
  ['an encoding in HTTP/1.0', `POST /api/tasks HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['an absolute target', `GET http://localhost/api/health HTTP/1.1\r\n${host}\r\n`, 400],
  ['an absolute target with credentials', `GET HTTPS://a:b@elsewhere.test HTTP/1.1\r\n${host}\r\n`, 400],
  ['a target without a slash', `GET api/health HTTP/1.1\r\n${host}\r\n`, 400],
  ['a GET of *', `GET * HTTP/1.1\r\n${host}\r\n`, 400],
  ['two encodings', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`, 400],
  ['chunked not last', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`, 400],
  ['identity before chunked', `${post}Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['a compressed encoding', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunked twice', `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['an empty element', `${post}Transfer-Encoding: , chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunked in capitals', `${post}Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n`, 400],
  ['identity before chunked in a GET', `${get}Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n`, 400],
  [
    'an encoding after a tab and a vertical tab',
    `${post}Transfer-Encoding:\t\x0bchunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['space before a colon', `${post}Content-Length : 5\r\n\r\n12345`, 400],
  ['a folded header', `${post}X-A: 1\r\n Content-Length: 5\r\n\r\n12345`, 400],
  ['a bare line feed', `${get}X-A: 1\nContent-Length: 5\r\n\r\n`, 400],
  ['a bare carriage return', `${get}X-A: 1\rContent-Length: 5\r\n\r\n`, 400],
  ['a zero byte in a header', `${get}X-A: a\0b\r\n\r\n`, 400],
  ['an invalid header name', `${get}X(A): 1\r\n\r\n`, 400],
  [
    'an invalid chunk size',
    `${post}Authorization: Bearer :token\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
  ],
  ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', `${get}Host: elsewhere\r\n\r\n`, 400],
  ['two credentials', `${get}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`, 400],
  ['an invalid version', `GET /api/health HTTP/9.9\r\n${host}\r\n`, 400],
  ['HTTP/2 by prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an invalid method', `FETCH /api/health HTTP/1.1\r\n${host}\r\n`, 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['oversized headers', `${get}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['101 headers', `${get}${'X-A: 1\r\n'.repeat(100)}\r\n`, 431],
  ['an oversized path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['TRACE', `TRACE /api/health HTTP/1.1\r\n${host}X-Secret: hunter2\r\n\r\n`, 405],
  ['CONNECT', `CONNECT localhost:22 HTTP/1.1\r\n${host}\r\n`, 405],
  ['an unknown expectation', `${post}Expect: a-miracle\r\nContent-Length: 2\r\n\r\n{}`, 417],
];

describe('rejects', () => {
  it.each(refusals)('%s with a JSON error', async (_what, bytes, status) => {
    const response = await exchange(`${bytes.replace(':token', token)}${status === 400 ? second : ''}`);
    expect(statusesIn(response)).toEqual([status]);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
    expect(response).not.toContain('hunter2');
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

describe('parses as separate requests', () => {
  const auth = () => `Authorization: Bearer ${token}\r\n`;

  it('two requests in one packet, in order', async () => {
    const body = '{"title":"One"}';
    const first = `${post}${auth()}Content-Length: ${body.length}\r\n\r\n${body}`;
    expect(statusesIn(await exchange(`${first}${second}`))).toEqual([201, 401]);
  });

  it('a chunked body that contains the text of a request', async () => {
    const body = JSON.stringify({ title: 'One', description: second.slice(0, 40) });
    const chunked = `${body.length.toString(16)};ext=1\r\n${body}\r\n0\r\n\r\n`;
    const response = await exchange(`${post}${auth()}Transfer-Encoding: chunked\r\n\r\n${chunked}${second}`);
    expect(statusesIn(response)).toEqual([201, 401]);
  });

  it('a GET whose body looks like a request', async () => {
    const inner = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
    const response = await exchange(`${get}Content-Length: ${inner.length}\r\n\r\n${inner}${second}`);
    expect(statusesIn(response)).toEqual([200, 401]);
  });

  it('a rejected POST whose body looks like a request', async () => {
    const inner = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
    const response = await exchange(`${post}Content-Length: ${inner.length}\r\n\r\n${inner}${second}`);
    expect(statusesIn(response)).toEqual([401, 401]);
  });

  it('HTTP/1.0 without a Host', async () => {
    expect(statusesIn(await exchange('GET /api/health HTTP/1.0\r\n\r\n'))).toEqual([200]);
  });

  it('an unsupported upgrade', async () => {
    const upgrade = `${get}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`;
    expect(statusesIn(await exchange(upgrade))).toEqual([200]);
  });

  it('OPTIONS *', async () => {
    expect(statusesIn(await exchange(`OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`))).toEqual([404]);
  });
});

describe('Expect: 100-continue', () => {
  const waiting = (authorization: string) =>
    `${post}${authorization}Expect: 100-continue\r\nContent-Length: 15\r\n`;

  it('is answered with 100 for an authorized caller', async () => {
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

  it('is answered with 401 without 100, which closes the connection', async () => {
    expect(statusesIn(await exchange(`${waiting('')}\r\n`))).toEqual([401]);
  });
});
