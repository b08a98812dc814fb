import { areas } from '@wfp/areas';
import { type Definition, definitionOf } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

const definitions = new Set(
  areas.flatMap((area) => area.endpoints ?? []).flatMap((one) => definitionOf(one) ?? []),
);
/** Definitions by the path of their list, so that `-t <area>` selects them. */
const withProperty = (name: 'effective' | 'imports') =>
  [...definitions].filter(({ declared }) => declared[name]).map((one) => [one.rows.route.path, one] as const);

it.each(withProperty('effective'))(
  'the database rejects overlapping periods of %s',
  async (_, { declared, rows }: Definition) => {
    const { from, to, end = 'last', noOverlapWithin } = declared.effective ?? {};
    const found = await service.rows<{ definition: string }>(Prisma.sql`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'x' and conname = ${`${rows.table.name}_org_id_${from}_excl`}`);
    const [definition = ''] = found.map((one) => one.definition);
    expect(definition).toContain(
      `daterange(${from}, ${to}, '${end === 'last' ? '[]' : '[)'}'::text) WITH &&`,
    );
    for (const column of ['org_id', ...(noOverlapWithin ?? [])])
      expect(definition).toMatch(RegExp(`\\b${column}\\b`));
    expect(definition).toContain('deleted_at IS NULL');
  },
);

it.each(withProperty('imports'))(
  'the database rejects two live rows of %s with the same import key',
  async (_, { declared, rows }) => {
    const { key = '' } = declared.imports ?? {};
    const parents = Object.keys(rows.route.fixed);
    const isText = rows.fields[key]?.pgType === undefined;
    const columns = `(${['org_id', ...parents, isText ? `lower(${key})` : key].join(', ')})`;
    const indexes = await service.rows<{ definition: string }>(Prisma.sql`
      select indexdef as definition from pg_indexes where schemaname = 'public' and tablename = ${rows.table.name}`);
    expect(
      indexes.filter(
        ({ definition }) =>
          definition.startsWith('CREATE UNIQUE INDEX') &&
          definition.endsWith(`${columns} WHERE (deleted_at IS NULL)`),
      ),
      `Add to the migration: create unique index ${rows.table.name}_org_id_${key}_live_key on ` +
        `${rows.table.name} ${columns} where deleted_at is null`,
    ).toHaveLength(1);
  },
);
