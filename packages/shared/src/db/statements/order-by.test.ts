import { expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import { ascending, descending, orderBy, orderClause } from './order-by.ts';

const { sql } = Prisma;

const keys = {
  name: [sql`lower(x.last_name)`, sql`x.first_name`],
  due_at: { nullable: sql`x.due_at` },
  size: sql`x.size`,
};
const id = sql`x.id`;

it.each([
  ['size', 'x.size, x.id'],
  ['-size', 'x.size desc, x.id desc'],
  ['-name', 'lower(x.last_name) desc, x.first_name desc, x.id desc'],
  ['due_at,-size', 'x.due_at, x.size desc, x.id desc'],
  ['-due_at,size', 'x.due_at desc nulls last, x.size, x.id'],
])('orders by %s, and rows with equal keys by id', (sort, expected) => {
  expect(
    orderClause(orderBy(sort, keys, id))
      .sql.replaceAll(',', ', ')
      .replace(/\s+/g, ' '),
  ).toBe(expected);
});

it('throws on an unknown name', () => {
  expect(() => orderBy('colour', keys, id)).toThrow('colour');
});

it('orders by fixed columns', () => {
  expect(orderClause([...descending(sql`x.size`), ...ascending(sql`x.id`)]).sql).toBe('x.size desc,x.id');
});
