import { expect, it } from 'vitest';
import { Prisma } from '../../generated/client.ts';
import { identifier, isRecorded, literal, recordedTable, wireColumns } from './recorded-table.ts';

const table = recordedTable({
  name: 'recorded_table_test',
  aggregate: 'test',
  columns: { id: 'id', name: 'name', note: 'note', password_hash: 'password_hash', secret_enc: 'secret_enc' },
});

it('is recorded once it is declared', () => {
  expect([isRecorded('recorded_table_test'), isRecorded('no_such_table')]).toEqual([true, false]);
});

it('shows all columns except secrets and internal ones', () => {
  expect(wireColumns(table, 'c').sql).toBe('"c"."id","c"."name","c"."note"');
  expect(wireColumns(table, 'r', ['note']).sql).toBe('"r"."id","r"."name"');
});

it('quotes plain names and constants, and rejects everything else', () => {
  expect([identifier('task_id').sql, literal('task.post_create').sql]).toEqual([
    '"task_id"',
    "'task.post_create'",
  ]);
  for (const name of ['', 'Task', 'a b', 'a"b', '1a'])
    expect(() => identifier(name)).toThrow('Not a plain SQL name');
  for (const word of ["it's", 'a;b', 'a\\b']) expect(() => literal(word)).toThrow('Not a plain constant');
  expect(literal('a').sql).not.toContain(Prisma.sql`${1}`.sql);
});
