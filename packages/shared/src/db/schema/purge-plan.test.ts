import { expect, it } from 'vitest';
import type { CatalogueTable } from './catalogue.ts';
import { type PurgeStep, purgePlan } from './purge-plan.ts';

/** `'tasks.team_id? teams'`: a column of a foreign key; `?` nullable, `!` nullable with a CHECK. */
function tablesOf(...links: string[]): CatalogueTable[] {
  const tables = new Map<string, CatalogueTable>();
  const tableOf = (name: string) => {
    const found = tables.get(name) ?? {
      name,
      columns: [columnOf('org_id'), columnOf('id')],
      references: [],
    };
    tables.set(name, found);
    return found;
  };
  for (const link of links) {
    const [, from = '', column = '', mark, to = ''] = /^(\w+)\.(\w+)([?!]?) (\w+)$/.exec(link) ?? [];
    tableOf(to);
    tableOf(from).columns.push(columnOf(column, mark));
    tableOf(from).references.push({ to, columns: ['org_id', column], is_simple: true, is_blocking: true });
  }
  return [...tables.values()];
}

const columnOf = (name: string, mark = '') => ({
  name,
  type: 'integer',
  is_nullable: mark !== '',
  is_checked: mark === '!',
  key: null,
});

const planOf = (tables: CatalogueTable[], retained: string[] = []) =>
  purgePlan(tables, (table) => retained.includes(table)).map(described);

const described = ({ tables, unlink, isBatched }: PurgeStep) =>
  [
    tables.join('+'),
    ...unlink.map((one) => `${one.table}.${one.column}`),
    ...(isBatched ? [] : ['whole']),
  ].join(' ');

it("deletes referring rows first, independent of the catalogue's order", () => {
  const tables = tablesOf('b.a_id a', 'c.b_id b', 'd.a_id? a');
  expect(planOf(tables)).toEqual(['c', 'b', 'd', 'a']);
  expect(planOf(tables.toReversed())).toEqual(['c', 'b', 'd', 'a']);
});

it('sets a reference of a table to itself to null first', () => {
  expect(planOf(tablesOf('a.parent_id? a'))).toEqual(['a a.parent_id']);
});

it('opens a cycle at one nullable column, preferably one without a CHECK', () => {
  expect(planOf(tablesOf('a.b_id? b', 'b.a_id a'))).toEqual(['b a.b_id', 'a']);
  expect(planOf(tablesOf('a.b_id! b', 'b.a_id? a'))).toEqual(['a b.a_id', 'b']);
  expect(planOf(tablesOf('a.b_id? b', 'b.c_id c', 'c.a_id? a', 'd.a_id a'))).toEqual([
    'd',
    'b a.b_id',
    'c',
    'a',
  ]);
});

it('opens a cycle at several columns if one is not sufficient', () => {
  expect(planOf(tablesOf('a.b_id? b', 'b.a_id a', 'b.c_id c', 'c.b_id? b'))).toEqual([
    'b a.b_id c.b_id',
    'a',
    'c',
  ]);
});

it('deletes tables that refer to each other by columns that are never null in one statement', () => {
  expect(planOf(tablesOf('a.b_id b', 'b.a_id a', 'c.a_id a'))).toEqual(['c', 'a+b whole']);
  expect(planOf(tablesOf('a.parent_id a'))).toEqual(['a whole']);
});

it('leaves retained tables and those without an organization alone', () => {
  const tables = tablesOf('b.a_id a');
  const plain: CatalogueTable = { name: 'z', columns: [columnOf('id')], references: [] };
  expect(planOf([...tables, plain], ['b'].concat('a'))).toEqual([]);
  expect(planOf([...tables, plain])).toEqual(['b', 'a']);
});

it('rejects retained rows that refer to deleted rows', () => {
  expect(() => planOf(tablesOf('log.user_id users'), ['log'])).toThrow(
    'log is retained when an organization is purged, but refers to users, which is deleted',
  );
});
