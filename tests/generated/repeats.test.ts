import { randomUUID } from 'node:crypto';
import { type Endpoint, successOf } from '@wfp/shared';
import { lockCall } from '@wfp/shared/advisory-locks';
import type { Client } from '@wfp/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordSeenResponses } from '../contract/seen-responses.ts';
import { watchHashing } from './hashing/hashing.ts';
import { describeFailure, endpointName, endpoints, requestPath, withNames } from './request.ts';
import type { PreparedRequest } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { markRecords, readAllContent, readRecordsSince, startWorld, type World } from './world.ts';

recordSeenResponses('repeats');

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
});
afterAll(() => world.stop());

const hashing = watchHashing();
afterEach(() => expect(hashing.insideTransactions).toEqual([]));

const prepare = async (one: Endpoint): Promise<PreparedRequest> =>
  (await scenarios[endpointName(one)]?.arrange?.(world, owner)) ?? {};
const call = (one: Endpoint, prepared: PreparedRequest, headers: Record<string, string>) =>
  (prepared.by ?? owner).call(one.method.toUpperCase(), requestPath(one, prepared), prepared.body, headers);

const guarded = endpoints.filter((one) => one.can !== 'public' && one.kind === 'plain');

/** Calls an endpoint while the lock of its idempotency key is held, as by a call that is still running. */
async function callWhileRunning(
  one: Endpoint,
  prepared: PreparedRequest,
  headers: { 'idempotency-key': string },
) {
  const { token, user } = prepared.by ?? owner;
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const target = `POST ${requestPath(one, prepared).split('?')[0]}`;
  const name = JSON.stringify([user.org_id, `session:${sid}`, target, headers['idempotency-key']]);
  await world.database.query(`select ${lockCall('lock', 'idempotency', '$1')}`, [name]);
  return call(one, prepared, headers).finally(() => world.database.query('select pg_advisory_unlock_all()'));
}

/** Secrets that no stored response may contain: API keys, signing secrets, tokens, stream tickets. */
const secrets = /wfp_[0-9a-f]{64}|whsec_|eyJ[\w-]+\.|ticket_[\w-]{43}/;

describe('a POST repeated with its Idempotency-Key', () => {
  const posts = guarded.filter(
    (one) => one.method === 'post' && !one.isReadOnly && !scenarios[endpointName(one)]?.endsCredential,
  );

  it.each(withNames(posts))('%s returns the same response and writes nothing', async (_, one) => {
    const prepared = await prepare(one);
    const headers = { 'idempotency-key': randomUUID() };
    const early = await callWhileRunning(one, prepared, headers);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    const mark = await markRecords(world.database);
    const first = await call(one, prepared, headers);
    expect(first.status, describeFailure(one, first)).toBe(successOf(one).status);
    const written = await readRecordsSince(world.database, mark);
    const before = await readAllContent(world.database);

    const again = await call(one, prepared, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([first.status, 'true']);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await readAllContent(world.database)).toEqual(before);
    expect(JSON.stringify(again.body)).not.toMatch(secrets);
    for (const [name, value] of Object.entries(first.body ?? {})) {
      if (!one.secretFields?.includes(name)) expect(again.body[name]).toEqual(value);
    }
    // The transaction of the first call wrote the key, the response and the events.
    const { rows } = await world.database.query(
      'select xmin::text as xact from idempotency_keys where key = $1',
      [headers['idempotency-key']],
    );
    const [{ xact }] = rows;
    expect(written.events).not.toEqual([]);
    for (const event of written.events) expect([event.xact, event.queued_in]).toEqual([xact, xact]);
  });

  const withBody = posts.filter((one) => successOf(one).shape !== null);
  it.each(withNames(withBody))('%s returns 410 for a response that was too large', async (_, one) => {
    const prepared = await prepare(one);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await call(one, prepared, headers)).status).toBe(successOf(one).status);
    // As requests/large-stored-responses.test.ts finds it after a response of more than 256 KiB.
    await world.database.query(
      `update idempotency_keys set status = 410, answer = '{"error": "Too large"}', headers = '{}' where key = $1`,
      [headers['idempotency-key']],
    );
    const before = await readAllContent(world.database);
    const again = await call(one, prepared, headers);
    expect([again.status, again.body]).toEqual([410, { error: 'Too large' }]);
    expect(await readAllContent(world.database)).toEqual(before);
  });
});

describe('a POST that revokes its own credentials', () => {
  const ending = guarded.filter(
    (one) => one.method === 'post' && scenarios[endpointName(one)]?.endsCredential,
  );

  it.each(withNames(ending))('%s returns 409 while a call with the same key runs', async (_, one) => {
    const headers = { 'idempotency-key': randomUUID() };
    const early = await callWhileRunning(one, await prepare(one), headers);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
  });
});

describe('a read-only POST', () => {
  it.each(withNames(guarded.filter((one) => one.isReadOnly)))('%s stores no key', async (_, one) => {
    expect([one.emits, one.announces]).toEqual([undefined, undefined]);
    const prepared = await prepare(one);
    const headers = { 'idempotency-key': randomUUID() };
    const before = await readAllContent(world.database);
    for (let n = 0; n < 2; n += 1) {
      const { status, headers: answered } = await call(one, prepared, headers);
      expect([status, answered.get('idempotent-replayed')]).toEqual([successOf(one).status, null]);
    }
    expect(await readAllContent(world.database)).toEqual(before);
  });
});

describe('a write with a stale If-Match', () => {
  const writes = guarded.filter((one) => ['patch', 'put', 'delete'].includes(one.method));

  it.each(withNames(writes))('%s returns 412 and writes nothing', async (_, one) => {
    const prepared = await prepare(one);
    const before = await readAllContent(world.database);
    const stale = await call(one, prepared, { 'if-match': '"1-AAAAAAAAAAAAAAAA"' });
    expect([stale.status, stale.body]).toEqual([412, { error: expect.any(String) }]);
    expect(await readAllContent(world.database)).toEqual(before);
    expect((await call(one, prepared, {})).status).toBe(successOf(one).status);
  });
});
