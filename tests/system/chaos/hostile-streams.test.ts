import { createHmac } from 'node:crypto';
import type { Client } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { inspectorSettings, measureHeap } from '../processes/process-memory.ts';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { RawClient, requestText, sendRawRequest } from '../processes/raw-client.ts';
import { signUpAt } from '../processes/sign-up.ts';

const secret = 'a secret that only tests sign their tokens with';
const path = '/api/events/stream';

let cluster: Cluster;
let pod: Pod;
let database: pg.Pool;
let busy: Client;
let quiet: Client;
let heads: Map<number, number>;
beforeAll(async () => {
  cluster = await createCluster({ ...inspectorSettings, JWT_SECRET: secret, LOG_LEVEL: 'trace' });
  [pod] = await Promise.all([cluster.startApi(), cluster.startWorker()]);
  database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 1 }).on('error', ignoreDropped);
  busy = await signUpAt(pod, 'busy');
  quiet = await signUpAt(pod, 'quiet');
  await Promise.all([busy, quiet].map(disablePrompts));
  for (let made = 0; made < 40; made += 1) await busy.call('POST', '/tasks', { title: 'Busy' });
  await eventually(waiting, (count) => count === 0);
  const { rows } = await database.query('select org_id, seq::float8 as seq from event_heads');
  heads = new Map(rows.map((row) => [row.org_id, row.seq]));
});
afterAll(async () => {
  await database?.end();
  await cluster?.stop();
});

const waiting = async () =>
  (await database.query('select count(*)::int as waiting from outbox')).rows[0].waiting as number;
const bearer = (who: Client) => `Authorization: Bearer ${who.token}`;
const headOf = (who: Client) => heads.get(who.user.org_id) ?? 0;
const resetTo = (head: number) => `event: reset\nid: ${head}\ndata: {"head":${head}}\n\n`;

describe('positions that cannot be resumed', () => {
  const unreadable = {
    'not a number': 'abc',
    negative: '-1',
    fraction: '1.5',
    exponent: '1e3',
    hexadecimal: '0x10',
    'two numbers': '1 2',
    'digits of another script': Buffer.from('９٣').toString('latin1'),
    'a forged frame': 'data: forged',
    NaN: 'NaN',
    huge: '9'.repeat(8_000),
    'beyond the safe integers': '9007199254740993',
    'beyond the head': '999999999999999',
  };

  it.each(Object.entries(unreadable))('header: %s', async (_, text) => {
    const response = await sendRawRequest(pod.port, 'GET', path, [bearer(busy), `Last-Event-ID: ${text}`]);
    expect(response.status).toBe(200);
    expect(response.text).toContain(resetTo(headOf(busy)));
    expect(response.text.match(/^id: /gm)).toHaveLength(1);
    expect(response.text).not.toContain('forged');
  });

  const inQuery = {
    ...unreadable,
    'a line break': '1\nid: 7\n\ndata: forged\n\n',
    'a lone CR': '1\r',
  };
  it.each(Object.entries(inQuery))('query: %s', async (_, text) => {
    const query = `last_event_id=${escape(text)}`;
    const response = await sendRawRequest(pod.port, 'GET', `${path}?${query}`, [bearer(busy)]);
    expect(response.status).toBe(200);
    expect(response.text).toContain(resetTo(headOf(busy)));
    expect(response.text).not.toContain('forged');
  });

  it('position of another organization: numbers are per organization', async () => {
    expect(headOf(busy)).toBeGreaterThan(headOf(quiet));
    const header = `Last-Event-ID: ${headOf(busy)}`;
    const response = await sendRawRequest(pod.port, 'GET', path, [bearer(quiet), header]);
    expect(response.text).toContain(resetTo(headOf(quiet)));
    expect(response.text).not.toContain('task.post_create');
  });

  it('two headers', async () => {
    const headers = [bearer(busy), 'Last-Event-ID: 1', 'Last-Event-ID: 2'];
    expect((await sendRawRequest(pod.port, 'GET', path, headers)).text).toContain(resetTo(headOf(busy)));
  });

  it('rejects invalid header bytes with 400 and oversized headers with 431', async () => {
    for (const text of ['1\0', '\x01', '1\r2'])
      expect(
        (await sendRawRequest(pod.port, 'GET', path, [bearer(busy), `Last-Event-ID: ${text}`])).status,
      ).toBe(400);
    const endless = `Last-Event-ID: ${'9'.repeat(20_000)}`;
    expect((await sendRawRequest(pod.port, 'GET', path, [bearer(busy), endless])).status).toBe(431);
  });

  it('rejects repeated parameters and NUL with 422', async () => {
    for (const query of ['last_event_id=1&last_event_id=2', 'last_event_id=%00', 'last_event_id[]=1']) {
      const headers = [bearer(busy), 'Connection: close'];
      const response = await sendRawRequest(pod.port, 'GET', `${path}?${query}`, headers);
      expect([query, response.status]).toEqual([query, 422]);
    }
  });
});

it('answers HEAD without a body and other methods with 405', async () => {
  const head = await sendRawRequest(pod.port, 'HEAD', path, [bearer(busy), 'Connection: close']);
  expect([head.status, head.text.split('\r\n\r\n')[1]]).toEqual([200, '']);
  expect(head.isClosed).toBe(true);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
    const headers = [bearer(busy), 'Connection: close', 'Content-Length: 0'];
    const response = await sendRawRequest(pod.port, method, path, headers);
    expect([method, response.status]).toEqual([method, 405]);
    expect(response.head).toMatch(/^Allow: /im);
  }
});

describe('tokens', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const parts = () => busy.token.split('.') as [string, string, string];
  const claims = () => JSON.parse(Buffer.from(parts()[1], 'base64url').toString());
  const sign = (text: string, key: string) =>
    `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  const forgeries: Record<string, () => string> = {
    'nothing at all': () => '',
    'no token': () => 'undefined',
    'another signature': () => `${parts()[0]}.${parts()[1]}.${'A'.repeat(43)}`,
    'no signature': () => `${encode({ alg: 'none', typ: 'JWT' })}.${parts()[1]}.`,
    'another secret': () =>
      sign(`${parts()[0]}.${parts()[1]}`, 'another secret, which is as long as it has to be'),
    expired: () => sign(`${parts()[0]}.${encode({ ...claims(), exp: 1_700_000_000 })}`, secret),
    'a session of another organization': () =>
      sign(`${parts()[0]}.${encode({ ...claims(), org: quiet.user.org_id })}`, secret),
    'an unknown session': () => sign(`${parts()[0]}.${encode({ ...claims(), sid: 2_147_483_647 })}`, secret),
    'an invalid organization': () => sign(`${parts()[0]}.${encode({ ...claims(), org: -1 })}`, secret),
    'an unknown API key': () => `wfp_${'0'.repeat(64)}`,
    'a NUL': () => '\0',
    'very long': () => 'x'.repeat(12_000),
  };

  it.each(Object.entries(forgeries))('%s: 401 in the query and in the header', async (_, forge) => {
    const token = escape(forge());
    const response = await sendRawRequest(pod.port, 'GET', `${path}?token=${token}`, ['Connection: close']);
    expect(response.status).toBe(401);
    expect(response.text).not.toContain('event-stream');
    if (token === '' || token === '%00') return;
    const header = [`Authorization: Bearer ${token}`, 'Connection: close'];
    expect((await sendRawRequest(pod.port, 'GET', path, header)).status).toBe(401);
  });

  it('are rejected if sent twice, even if one is valid', async () => {
    const forged = forgeries.expired?.();
    const [bad, good] = [`token=${forged}`, `token=${busy.token}`];
    const statusOf = async (query: string, headers: string[] = []) =>
      (await sendRawRequest(pod.port, 'GET', `${path}?${query}`, [...headers, 'Connection: close'])).status;
    expect(await statusOf(`${bad}&${good}`)).toBe(401);
    expect(await statusOf(`${good}&${bad}`)).toBe(422);
    expect(await statusOf(good, [`Authorization: Bearer ${forged}`])).toBe(401);
    expect(await statusOf(good, ['Authorization: Basic eDp5'])).toBe(401);
    expect(await statusOf(`Token=${busy.token}`)).toBe(401);
    expect(await statusOf(`token[]=${busy.token}`)).toBe(401);
    expect(await statusOf(good, [bearer(busy), bearer(quiet)])).toBe(400);
  });

  it('in the query are accepted only on the stream', async () => {
    for (const target of ['/api/events', '/api/tasks', '/api/events/task/1']) {
      const response = await sendRawRequest(pod.port, 'GET', `${target}?token=${busy.token}`, [
        'Connection: close',
      ]);
      expect([target, response.status]).toEqual([target, 401]);
    }
  });
});

/** Connects and disconnects at different points: during the request, during the response, with FIN or RST. */
async function connectBriefly(turn: number): Promise<void> {
  const client = new RawClient(pod.port);
  // Every fourth client catches up from the log.
  const position = turn % 4 === 0 ? `&last_event_id=${turn % 20}` : '';
  const text = requestText('GET', `${path}?token=${busy.token}${position}`, []);
  client.send(turn % 5 === 0 ? text.slice(0, 200) : text);
  const minLength = turn % 4 === 0 ? 4_000 : 1;
  if (turn % 5 > 1) await client.until((received) => received.length > minLength);
  if (turn % 2 === 0) client.socket.resetAndDestroy();
  await client.close();
}

async function storm(count: number): Promise<void> {
  let turn = 0;
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      while (turn < count) await connectBriefly(turn++);
    }),
  );
}

it(
  'leaks no memory over thousands of short connections',
  async () => {
    // Warm up statements, code and pools before measuring.
    await storm(500);
    const before = await measureHeap(pod);
    const [count, startedAt] = [1_500 * inject('streamChaos'), performance.now()];
    await storm(count);
    const perSecond = Math.round((count * 1_000) / (performance.now() - startedAt));
    // There were more connections than the credential may have at once: all must have been released.
    const stream = await openStream(pod.url, busy.token);
    const after = await eventually(
      () => measureHeap(pod),
      (bytes) => bytes - before < 2 * 1024 * 1024,
    );
    const [from, to] = [before, after].map((bytes) => `${Math.round(bytes / 1024)} KiB`);
    console.log(`tests: ${count} connections, ${perSecond} per second; heap ${from} before, ${to} after`);
    await busy.call('POST', '/tasks', { title: 'Still here' });
    await stream.until('the event', (one) => one.messages.length === 1);
    await stream.close();
  },
  300_000 * inject('streamChaos'),
);

it('has logged no failures and no tokens', async () => {
  const log = pod.log();
  expect(log).toContain(path);
  const failures = /"level":"(warn|error|fatal)"|"status":5\d\d/;
  expect(log.split('\n').filter((line) => failures.test(line))).toEqual([]);
  const signatures = [busy, quiet].map((who) => who.token.split('.')[2] ?? '');
  const leaks = log.split('\n').filter((line) => signatures.some((signature) => line.includes(signature)));
  expect(leaks).toEqual([]);
});
