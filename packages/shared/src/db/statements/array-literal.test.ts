import { startService } from '@wfp/testing';
import { expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import { arrayLiteral } from './array-literal.ts';

const { sql } = Prisma;

it('is parsed by PostgreSQL as the same values', async () => {
  const service = await startService();
  const texts = [
    '',
    'plain',
    'NULL',
    'null',
    ' spaces ',
    'a,b',
    '{c}',
    'd"e',
    'f\\g\\"',
    'Grün ☕',
    '\n\t',
    "it's",
    null,
  ];
  const numbers = [0, -1, 1.5, 1e21, 5e-324, Number.NaN, Number.NEGATIVE_INFINITY, null];
  try {
    const [row] =
      await service.rows<any>(sql`select ${texts}::text[] as texts, ${numbers}::float8[] as numbers,
      ${[true, null, false]}::bool[] as flags, ${[9007199254740993n]}::int8[]::text as large, ${[]}::int[] as none /* org_id */`);
    expect(row).toEqual({
      texts,
      numbers,
      flags: [true, null, false],
      large: '{9007199254740993}',
      none: [],
    });
  } finally {
    await service.stop();
  }
});

it('leaves other values to node-postgres', () => {
  expect(arrayLiteral([new Date()])).toBeNull();
  expect(arrayLiteral([1, [2]])).toBeNull();
  expect(arrayLiteral([Buffer.from('bytes')])).toBeNull();
});
