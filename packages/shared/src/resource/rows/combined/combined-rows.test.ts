import type { Client, TestResponse } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../../db/index.ts';
import { startThings, type ThingService } from '../../testing/things.ts';

const { sql } = Prisma;

let world: ThingService;
let owner: Client;
beforeAll(async () => {
  world = await startThings();
  owner = await world.newOrganization();
});
afterAll(() => world.stop());

/** Text that a statement must not interpret. */
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '{a,b}', 'null', 'NULL', "'; drop", '$1', 'NaN'),
);
const date = fc.constantFrom('2024-02-29', '1999-12-31', '2026-01-02');
const optional = {
  note: fc.option(text),
  kind: fc.constantFrom('small', 'big'),
  rank: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  is_on: fc.boolean(),
  starts_on: fc.option(date),
  share: fc.constantFrom('0.5', '9.999', '0.000'),
  tags: fc.array(text, { maxLength: 4 }),
  extra: fc.dictionary(fc.constantFrom('a', 'b', 'x y'), fc.jsonValue({ maxDepth: 2 })),
};
/** Bodies with few different sets of fields, so that most of them can be combined. */
const bodies = fc.oneof(
  fc.record(optional),
  fc.record({ tags: optional.tags, note: optional.note }),
  fc.record({ starts_on: optional.starts_on, share: optional.share, extra: optional.extra }),
);

let names = 0;
/** Names of things are unique. */
const post = (body: object) => {
  names += 1;
  return owner.call('POST', '/things', { name: `Thing ${names}`, ...body });
};
const patch = (id: number, body: object) => owner.call('PATCH', `/things/${id}`, body);

/** A response without the fields that differ between two rows created with the same values. */
function comparable({ status, body }: TestResponse): object {
  if (status >= 300) return { status, body };
  const { id, name, created_at, updated_at, ...values } = body;
  return { status, values };
}

const auditOf = async (responses: readonly TestResponse[], action: string) => {
  const ids = responses.flatMap(({ status, body }) => (status < 300 ? [body.id] : []));
  const rows = await world.service.rows<{ id: number; before: object; after: Record<string, unknown> }>(
    sql`select record_id::int as id, before, after from audit_log
      where org_id = ${owner.user.org_id} and resource = 'thing' and action = ${action} and record_id = any(${ids}::int[])`,
  );
  const byId = new Map(
    rows.map(({ id, before, after: { id: _, name, created_at, updated_at, ...after } }) => [
      id,
      { before, after },
    ]),
  );
  return responses.map(({ body }) => byId.get(body.id));
};

async function oneByOne(calls: readonly (() => Promise<TestResponse>)[]): Promise<TestResponse[]> {
  const responses: TestResponse[] = [];
  for (const call of calls) responses.push(await call());
  return responses;
}

const together = (calls: readonly (() => Promise<TestResponse>)[]) =>
  Promise.all(calls.map((call) => call()));

async function countTransactions(responses: readonly TestResponse[]): Promise<number> {
  const ids = responses.flatMap(({ status, body }) => (status < 300 ? [body.id] : []));
  const [row] = await world.service.rows<{ n: number }>(
    sql`select count(distinct xmin::text)::int as n from things where org_id = ${owner.user.org_id} and id = any(${ids}::int[])`,
  );
  return row?.n ?? 0;
}

it('writes the same rows and records together as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(bodies, bodies), { minLength: 20, maxLength: 40, size: 'max' }),
      async (pairs) => {
        const creates = pairs.map(
          ([body]) =>
            () =>
              post(body),
        );
        const [single, combined] = [await oneByOne(creates), await together(creates)];
        expect(combined.map(comparable)).toEqual(single.map(comparable));
        expect(await auditOf(combined, 'create')).toEqual(await auditOf(single, 'create'));
        expect(await countTransactions(combined)).toBeLessThan(combined.length);

        const updatesOf = (created: readonly TestResponse[]) =>
          pairs.map(
            ([, body], n) =>
              () =>
                patch(created[n]?.body.id ?? 0, body),
          );
        const [changed, changedTogether] = [
          await oneByOne(updatesOf(single)),
          await together(updatesOf(combined)),
        ];
        expect(changedTogether.map(comparable)).toEqual(changed.map(comparable));
        expect(await auditOf(changedTogether, 'update')).toEqual(await auditOf(changed, 'update'));
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
});
