import { expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import { parametersOf } from './parameters.ts';

const { sql } = Prisma;
const ids = () => ({ toPostgres: () => '{1,2}' });

it('sends an object once that writes itself and occurs in several places', () => {
  const [one, other] = [ids(), ids()];
  expect(parametersOf(sql`select ${one}, ${1}, ${other}, ${one}, ${2}, ${other}`)).toEqual({
    text: 'select $1, $2, $3, $1, $4, $3',
    values: [one, 1, other, 2],
  });
});

it('sends other values in each place: their types may differ', () => {
  const shared = ids();
  for (const value of ['a', 7, null, ['a'], Buffer.from('a')])
    expect(parametersOf(sql`select ${value}, ${value}, ${shared}`)).toEqual({
      text: 'select $1, $2, $3',
      values: [value, value, shared],
    });
});

it('changes nothing of other statements', () => {
  const statement = sql`select ${'a'}, ${'a'}, ${1} as one`;
  expect(parametersOf(statement)).toEqual({ text: statement.text, values: statement.values });
});
