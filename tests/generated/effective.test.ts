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

const definitions = areas.flatMap((area) => area.endpoints ?? []).flatMap((one) => definitionOf(one) ?? []);
const dated: readonly Definition[] = [...new Set(definitions)].filter((one) => one.declared.effective);

it.each(dated.map((one) => [one.rows.code, one] as const))(
  'the database refuses overlapping periods of %s',
  async (_, { declared, rows }) => {
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
