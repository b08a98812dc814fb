import { randomUUID } from 'node:crypto';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../../caller.ts';
import { invalidField } from '../../errors.ts';
import { Prisma } from '../generated/client.ts';
import {
  executeIdempotently,
  findStoredResponse,
  type IdempotentRequest,
  type StoredResponse,
} from '../idempotency.ts';
import { insertInto, updateRows } from '../statements/statements.ts';
import { recordedTable } from './recorded/recorded-table.ts';
import { write, writeInTransaction } from './write.ts';

const { sql } = Prisma;
const rolesTable = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });
const created = { event: 'role.post_create' };

let service: TestService;
let owner: Client;
let caller: Caller;
let request: IdempotentRequest;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  const origin = { request_id: 'test-1', ip: null, user_agent: null };
  caller = systemCaller(service.platform, owner.user.org_id, origin, [created.event, 'role.post_update']);
});
afterAll(() => service.stop());
beforeEach(() => {
  request = {
    credential: 'session:1',
    target: 'POST /roles',
    key: randomUUID(),
    fingerprint: Buffer.from('same'),
    previousFingerprints: [],
  };
});

const headers = { ETag: '"1-tag"' };
const toResponse = (result: unknown): StoredResponse => ({
  status: 201,
  body: JSON.stringify(result) ?? null,
  headers,
});
const toErrorResponse = () => ({ status: 422, body: '"refused"', headers: {} });
const once = <Result>(handle: (by: Caller) => Promise<Result>) =>
  executeIdempotently(caller, request, { handle, toResponse, toErrorResponse });

const role = (code: string, by = caller) => ({
  table: rolesTable,
  statement: insertInto(by, rolesTable, { code, name: code }),
  select: sql`c.code`,
});
const create = async (by: Caller, code: string) =>
  (await write<{ code: string }>(by, role(code, by), created))[0];
const codes = async () => {
  const rows = await service.rows<{ code: string }>(
    sql`select code from roles where org_id = ${caller.org_id} and code like 'once%' order by id`,
  );
  return rows.map(({ code }) => code);
};
const recordedOf = (code: string) =>
  service.rows(sql`select e.id from events e join roles r on r.org_id = e.org_id and r.id = e.aggregate_id
    where e.org_id = ${caller.org_id} and e.aggregate_type = 'role' and r.code = ${code}`);

it.each([
  ['write', (by: Caller, code: string) => create(by, code)],
  [
    'writeInTransaction',
    (by: Caller, code: string) =>
      writeInTransaction(by, async (tx) => (await tx.write<{ code: string }>(role(code), created))[0]),
  ],
])('%s stores the response, even if the process dies after the commit', async (name, made) => {
  const code = `once-${name}`;
  const crashing = once(async (by) => {
    await made(by, code);
    throw new Error('The process dies here');
  });
  await expect(crashing).rejects.toThrow('dies here');
  expect(await findStoredResponse(caller, request)).toEqual({
    status: 201,
    body: JSON.stringify({ code }),
    headers,
  });
  expect(await recordedOf(code)).toHaveLength(1);
});

it('rolls back a write whose key has a response by now, and returns that response', async () => {
  const before = await codes();
  const response = await once(async (by) => {
    await once((other) => create(other, 'once-faster'));
    return create(by, 'once-slower');
  });
  expect(response).toEqual({ stored: { status: 201, body: '{"code":"once-faster"}', headers } });
  expect(await codes()).toEqual([...before, 'once-faster']);
});

it('returns the response of a faster request instead of an error caused by it', async () => {
  const response = await once(async (by) => {
    await once((other) => create(other, 'once-taken'));
    return create(by, 'once-taken');
  });
  expect(response).toEqual({ stored: { status: 201, body: '{"code":"once-taken"}', headers } });
  const other = once(() => Promise.resolve('never'));
  expect(await other).toEqual(response);
});

it('stores errors that follow from the records, but no temporary ones', async () => {
  await expect(once(() => Promise.reject(invalidField('code', 'Is wrong')))).rejects.toThrow('Validation');
  expect(await findStoredResponse(caller, request)).toEqual({ status: 422, body: '"refused"', headers: {} });
  for (const error of [new Error('down'), Object.assign(new Error('down'), { kind: 'invalid' })]) {
    request = { ...request, key: randomUUID() };
    await expect(once(() => Promise.reject(error))).rejects.toThrow('down');
    expect(await findStoredResponse(caller, request)).toBeUndefined();
  }
});

it('stores the response of a write once, in its transaction', async () => {
  await once((by) => create(by, 'once-stored'));
  const [stored] = await service.rows<{ is_same: boolean }>(sql`
    select k.xmin = r.xmin as is_same from idempotency_keys k, roles r
    where k.org_id = ${caller.org_id} and k.key = ${request.key} and r.org_id = k.org_id and r.code = 'once-stored'`);
  expect(stored).toEqual({ is_same: true });
});

it('stores no response for a write without a matching row', async () => {
  const nothing = {
    table: rolesTable,
    statement: updateRows(caller, rolesTable, { description: 'x' }, sql`id = -1`),
  };
  const missing = once(async (by) => {
    await write(by, nothing, { event: 'role.post_update' });
    throw invalidField('id', 'Does not exist');
  });
  await expect(missing).rejects.toThrow('Validation');
  expect(await findStoredResponse(caller, request)).toEqual({ status: 422, body: '"refused"', headers: {} });
});

it('stores the response of the handler if it differs from the result of its write', async () => {
  const { stored } = { stored: await once(async (by) => ({ of: await create(by, 'once-more') })) };
  expect(stored).toEqual({ result: { of: { code: 'once-more' } } });
  expect(await findStoredResponse(caller, request)).toEqual({
    status: 201,
    body: '{"of":{"code":"once-more"}}',
    headers,
  });
});

it('returns 409 while another request with the key writes, and writes nothing itself', async () => {
  let busy: unknown;
  await once((by) =>
    writeInTransaction(by, async (tx) => {
      busy = await once((other) => create(other, 'once-early')).catch((error) => error);
      return (await tx.write<{ code: string }>(role('once-late'), created))[0];
    }),
  );
  expect(busy).toMatchObject({ kind: 'conflict', headers: { 'Retry-After': '1' } });
  expect((await codes()).slice(-1)).toEqual(['once-late']);
  expect(await codes()).not.toContain('once-early');
});

it('lets requests with other keys, targets, credentials and organizations write at the same time', async () => {
  const stranger = await service.newOrganization();
  const others: [Caller, Partial<IdempotentRequest>][] = [
    [caller, { key: randomUUID() }],
    [caller, { target: 'POST /teams' }],
    [caller, { credential: 'session:2' }],
    [systemCaller(service.platform, stranger.user.org_id, caller.origin, [created.event]), {}],
  ];
  const responses: unknown[] = [];
  await once((by) =>
    writeInTransaction(by, async (tx) => {
      for (const [index, [other, more]] of others.entries()) {
        const handling = {
          handle: (to: Caller) => create(to, `other-${index}`),
          toResponse,
          toErrorResponse,
        };
        responses.push(await executeIdempotently(other, { ...request, ...more }, handling));
      }
      return (await tx.write<{ code: string }>(role('once-beside'), created))[0];
    }),
  );
  expect(responses).toEqual(others.map((_, index) => ({ result: { code: `other-${index}` } })));
});
