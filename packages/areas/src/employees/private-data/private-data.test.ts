import { randomBytes } from 'node:crypto';
import { encryptSecret } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let hr: Client;
let ada: Client;
let id: number;
let path: string;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  ada = await service.newUser(owner, ['employee']);
  id = (await peopleOf(owner).hire({ user_id: ada.user.id })).id;
  path = `/employees/${id}/private`;
});

const values = {
  personal_email: 'ada@home.test',
  birth_date: '1990-12-10',
  national_id: 'QQ 12 34 56 C',
  home_address: { line1: '12 St James Square', city: 'London', country: 'GB' },
  emergency_contacts: [{ name: 'William King', relationship: 'husband', phone: '+44 20 7946 0000' }],
  bank_account: { holder: 'Ada Lovelace', account_number: 'GB33BUKB20201555555555' },
};
const empty = {
  ...{ personal_email: null, birth_date: null, national_id: null, home_address: null },
  ...{ emergency_contacts: [], bank_account: null },
};
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const read = (by: Client) => recorded(() => by.call('GET', path));
const patch = (by: Client, body: object, headers: Record<string, string> = {}) =>
  recorded(() => by.call('PATCH', path, body, headers));
const note = (record_id: number) => ({
  action: 'read',
  resource: 'employee_private',
  record_id,
  after: null,
});

describe('an employee', () => {
  it('reads and changes their own data, and no read is recorded', async () => {
    const before = await read(ada);
    expect(before.result).toMatchObject({ status: 200, body: { employee_id: id, ...empty } });
    expect(before).toMatchObject(nothing);
    const { result, events, audit, outbox } = await patch(ada, values);
    expect(result).toMatchObject({ status: 200, body: { employee_id: id, ...values } });
    expect([events, outbox]).toEqual([[`employee_private.post_update ${id}`], 1]);
    expect(audit).toMatchObject([
      {
        ...{ action: 'update', resource: 'employee_private', record_id: id },
        ...{ before: { last_change: { revision: 0, fields: [] } } },
        after: { last_change: { revision: 1, fields: Object.keys(values) } },
      },
    ]);
    const after = await read(ada);
    expect(after.result.body).toEqual(result.body);
    expect(after).toMatchObject(nothing);
  });

  it('cannot read or change the data of others', async () => {
    const other = (await peopleOf(owner).hire()).id;
    for (const [method, body] of [['GET'], ['PATCH', {}]] as const) {
      const call = () => ada.call(method, `/employees/${other}/private`, body);
      expect((await recorded(call)).result.status).toBe(404);
    }
  });
});

it('records each read of the data of another employee, also that of a PATCH', async () => {
  const first = await read(hr);
  expect(first).toMatchObject({ result: { status: 200 }, events: [], audit: [note(id)] });
  const changed = await patch(hr, { birth_date: '1990-12-10' });
  expect(changed.events).toEqual([`employee_private.post_update ${id}`]);
  expect(changed.audit).toMatchObject([{ action: 'update', record_id: id }, note(id)]);
  const unchanged = await patch(hr, { birth_date: '1990-12-10' });
  expect(unchanged.result.body).toEqual(changed.result.body);
  expect([unchanged.events, unchanged.audit]).toMatchObject([[], [note(id)]]);
  expect((await read(owner)).audit).toMatchObject([note(id)]);
});

it('encrypts the values, and shows them in no other table', async () => {
  await patch(hr, values);
  await patch(ada, { national_id: null, bank_account: { ...values.bank_account, bank_name: 'Barclays' } });
  const texts = ['ada@home.test', '1990-12-10', 'QQ 12 34 56 C', 'St James', 'William', 'GB33', 'Barclays'];
  const tables = await service.rows<{ name: string }>(
    sql`select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'org_id' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const patterns = texts
    .flatMap((text) => [text, Buffer.from(text).toString('hex')])
    .map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await service.rows(
      sql`select 1 from ${Prisma.raw(name)} t where t.org_id = ${owner.user.org_id} and t::text ilike any(${patterns}::text[]) limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  expect(found).toEqual([]);
  expect(tables.map(({ name }) => name)).toContain('employee_private');
});

it('replaces only the fields that are sent, and names only those that change in the audit log', async () => {
  await patch(ada, values);
  const { result, audit } = await patch(ada, { birth_date: '1990-12-10', national_id: null });
  expect(result.body).toMatchObject({ ...values, national_id: null });
  expect(audit).toMatchObject([{ after: { last_change: { revision: 2, fields: ['national_id'] } } }]);
  const again = await patch(ada, { national_id: 'X' });
  expect(again.audit).toMatchObject([{ after: { last_change: { revision: 3, fields: ['national_id'] } } }]);
});

it('keeps the changes of concurrent requests', async () => {
  const { result, events } = await recorded(() =>
    Promise.all([
      ada.call('PATCH', path, { birth_date: '1990-12-10' }),
      hr.call('PATCH', path, { national_id: 'A1' }),
      ada.call('PATCH', path, { personal_email: 'ada@home.test' }),
      hr.call('PATCH', path, { home_address: values.home_address }),
    ]),
  );
  expect(result.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(events).toEqual(Array(4).fill(`employee_private.post_update ${id}`));
  expect((await read(ada)).result.body).toMatchObject({
    ...{ birth_date: '1990-12-10', national_id: 'A1', personal_email: 'ada@home.test' },
    home_address: values.home_address,
  });
});

it('keeps a change that was made after another request read the values', async () => {
  await patch(ada, { national_id: 'A1' });
  const holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query('begin');
    const row = [owner.user.org_id, id];
    await holder.query('select id from employee_private where org_id = $1 and id = $2 for update', row);
    const first = ada.call('PATCH', path, { birth_date: '1990-12-10' });
    await waitUntilBlocking(holder);
    const second = hr.call('PATCH', path, { personal_email: 'ada@home.test' });
    await eventually(
      async () => (await holder.query('select distinct pid from pg_locks where not granted')).rows.length,
      (waiting) => waiting === 2,
    );
    await holder.query('rollback');
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  } finally {
    await holder.end();
  }
  const { result } = await read(ada);
  expect(result.body).toMatchObject({ birth_date: '1990-12-10', personal_email: 'ada@home.test' });
});

it('rejects a stale If-Match, from before the first change on', async () => {
  const etag = async () => (await ada.call('GET', path)).headers.get('etag') ?? '';
  const first = await etag();
  expect((await patch(ada, { national_id: 'A1' }, { 'if-match': first })).result.status).toBe(200);
  for (const body of [{ national_id: 'A2' }, { national_id: 'A1' }]) {
    const { result, ...left } = await patch(ada, body, { 'if-match': first });
    expect([result.status, left]).toEqual([412, nothing]);
  }
  expect((await patch(ada, { national_id: 'A2' }, { 'if-match': await etag() })).result.status).toBe(200);
  const { result } = await read(ada);
  expect(result.body.national_id).toBe('A2');
});

it('writes nothing for an empty change, and creates no row', async () => {
  const { result, ...left } = await patch(ada, { emergency_contacts: [], birth_date: null });
  expect(result).toMatchObject({ status: 200, body: empty });
  expect(left).toEqual(nothing);
  expect(
    await service.rows(
      sql`select id from employee_private where id = ${id} and org_id = ${owner.user.org_id}`,
    ),
  ).toEqual([]);
});

const contact = { name: 'Ann', phone: '+43 1 234' };
it.each([
  ['personal_email', 'ada at home'],
  ['birth_date', '2023-02-29'],
  ['birth_date', '1899-12-31'],
  ['birth_date', '2999-01-01'],
  ['national_id', 'x'.repeat(51)],
  ['home_address.line1', { city: 'London' }],
  ['home_address.country', { line1: 'A', country: 'Narnia' }],
  ['home_address.line1', { line1: 'x'.repeat(201) }],
  ['emergency_contacts', Array(6).fill(contact)],
  ['emergency_contacts.0.phone', [{ ...contact, phone: 'call me' }]],
  ['emergency_contacts.0.phone', [{ ...contact, phone: `+${'1'.repeat(50)}` }]],
  ['emergency_contacts.0.name', [{ phone: contact.phone }]],
  ['bank_account.account_number', { holder: 'Ada', account_number: 'GB!' }],
  ['bank_account.account_number', { holder: 'Ada', account_number: '1'.repeat(35) }],
  ['bank_account.holder', { account_number: '12345678' }],
  ['salary', 1],
])('rejects an invalid %s: %j', async (field, value) => {
  const { result, ...left } = await patch(ada, { [field.split('.')[0] as string]: value });
  expect(statusAndFields(result)).toEqual([422, [field]]);
  expect(left).toEqual(nothing);
});

it('normalizes account numbers', async () => {
  const bank_account = { holder: 'Ada', account_number: ' de89 3704-0044 0532 0130 00' };
  expect((await patch(ada, { bank_account })).result.body.bank_account.account_number).toBe(
    'DE89370400440532013000',
  );
});

describe('encrypted values', () => {
  const setValues = (of: number, values_enc: Uint8Array) =>
    executeOperational(
      service.platform,
      sql`update employee_private set values_enc = ${values_enc} where org_id = ${owner.user.org_id} and id = ${of} returning id`,
    );
  const stored = async (of: number) => {
    const [row] = await service.rows<{ values_enc: Uint8Array }>(
      sql`select values_enc from employee_private where org_id = ${owner.user.org_id} and id = ${of}`,
    );
    return row?.values_enc as Uint8Array;
  };

  it('of another employee are not decrypted', async () => {
    await patch(ada, { national_id: 'A1' });
    const other = (await peopleOf(owner).hire()).id;
    await owner.call('PATCH', `/employees/${other}/private`, { national_id: 'B2' });
    await setValues(id, await stored(other));
    expect((await ada.call('GET', path)).status).toBe(500);
  });

  it('with another key or context are not decrypted', async () => {
    await patch(ada, { national_id: 'A1' });
    const text = JSON.stringify({ employee_id: id, values: { national_id: 'B2' } });
    const key = service.config.ENCRYPTION_KEY;
    for (const [by, context] of [
      [randomBytes(32).toString('hex'), `employee-private:${owner.user.org_id}`],
      [key, `employee-private:${owner.user.org_id + 1}`],
    ] as const) {
      await setValues(id, encryptSecret(by, context, text));
      expect((await ada.call('GET', path)).status).toBe(500);
    }
    await setValues(id, encryptSecret(key, `employee-private:${owner.user.org_id}`, text));
    expect((await ada.call('GET', path)).body.national_id).toBe('B2');
  });
});

it('is deleted when the linked user is erased', async () => {
  await patch(ada, values);
  await owner.call('POST', `/users/${ada.user.id}/deactivate`, {});
  const { status } = await owner.call('POST', `/users/${ada.user.id}/erase`, { confirm: ada.user.email });
  expect(status).toBe(200);
  expect((await owner.call('GET', path)).body).toMatchObject(empty);
  expect(
    await service.rows(
      sql`select id from employee_private where id = ${id} and org_id = ${owner.user.org_id}`,
    ),
  ).toEqual([]);
});
