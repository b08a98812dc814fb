import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossAreaSql } from './cross-area-sql.ts';
import { tableReferences } from './sql-text.ts';

const repository = path.resolve(import.meta.dirname, '../..');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'workforce-metrics-'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
});
afterAll(() => rm(root, { recursive: true }));

const files = {
  'prisma/schema/all.prisma': ['desks', 'chairs', 'books', 'lamps', 'seats_seen']
    .map((table) => `model M { @@map("${table}") }`)
    .join('\n'),
  'packages/shared/src/db/writes/record.ts': 'sql`insert into books (id) values (1)`;',
  'packages/areas/src/desks/desk.resource.ts':
    "defineResource({ code: 'desk', sql: { a: 1 }, table: 'desks' });",
  'packages/areas/src/chairs/chairs.store.ts':
    "const part = 1; recordedTable({ ...part, name: 'chairs' });\n// from desks\nsql`select 1 from chairs join books using (id)`;",
  'packages/areas/src/lamps/lamps.store.ts':
    'sql`insert into lamps select 1 from desks d -- join chairs\n join only "chairs" c on true`;\nsql`select 1 from chairs_view`;',
  'packages/areas/src/lamps/lamps.service.ts': 'sql`select 1 from desks`;',
  'packages/areas/src/lamps/lamps.store.test.ts': 'sql`select 1 from desks`;',
};

it('reports the place, the table and its owner, and neither the kernel’s tables nor views', async () => {
  const file = 'packages/areas/src/lamps/lamps.store.ts';
  expect(await crossAreaSql(root)).toEqual([
    { file, area: 'lamps', table: 'desks', owner: 'desks' },
    { file, area: 'lamps', table: 'chairs', owner: 'chairs' },
  ]);
});

it.each([
  ['sql`select a from b left join c on true`', ['b', 'c']],
  ['sql`insert into b select * from c, d where true`', ['b', 'c', 'd']],
  ['sql`update b set a = 1 from c`; sql`delete from only b using c`', ['b', 'c', 'b', 'c']],
  ['page({ from: sql`b x` })', ['b']],
  ['sql`b x on x.id = y.b_id`; sql`b x join c on true`; raw(`b x on true`)', ['c', 'b', 'b', 'b']],
  ['sql`select from unnest($1) x`; sql`select f(x) from view_of(1)`', []],
  ["const url = 'https://x'; /* from b */ // from c", []],
])('reads the tables of %s', (source, tables) => {
  expect(tableReferences(source)).toEqual(tables);
});

/** The current number of places, below the limit in measure.ts. Lower it whenever a place is removed. */
const max = 18;

it('finds no new SQL on tables of other areas', async () => {
  const places = await crossAreaSql(repository);
  const list = places.map(({ file, table, owner }) => `${file}: ${table} belongs to ${owner}`).join('\n');
  expect(places.length, `Read through a view or function of the owner:\n${list}`).toBeLessThanOrEqual(max);
});
