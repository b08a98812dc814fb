import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findProblems, lintMigrations } from '../../scripts/lint-migrations.ts';

const outside = '-- outside a transaction\n';

it.each([
  ['alter table tasks add column size int not null;', /adding-required-field/],
  ['alter table tasks drop column label;', /ban-drop-column/],
  ['alter table tasks rename column label to tag;', /renaming-column/],
  ['alter table tasks alter column effort type text;', /changing-column-type/],
  ['drop table task_views;', /ban-drop-table/],
  ['create index tasks_size on tasks (size);', /require-concurrent-index-creation/],
  ['create index concurrently tasks_size on tasks (size);', /only outside of a transaction/],
  ['alter table tasks add constraint tasks_size_check check (size > 0);', /constraint-missing-not-valid/],
  ['alter table tasks alter column size set not null;', /adding-not-nullable-field/],
  [
    `${outside}create index concurrently tasks_size on tasks (size);`,
    /drop index concurrently if exists tasks_size first/,
  ],
  [
    `${outside}drop index concurrently if exists a;\ncreate index concurrently a on tasks (size);\nupdate tasks set size = 1;`,
    /only indexes and validations .*update tasks/,
  ],
  [
    `${outside}alter index events_at attach partition events_2026_at;`,
    /only indexes and validations .*alter index/,
  ],
])('rejects %s', async (script, problem) => {
  expect((await findProblems(script)).join('\n')).toMatch(problem);
});

it.each([
  'alter table tasks add column size int;\ncreate table sizes (id int primary key);\ncreate index sizes_id on sizes (id);',
  'alter table tasks add column size int not null default 0;',
  'alter table tasks add constraint tasks_size_check check (size > 0) not valid;',
  '-- squawk-ignore ban-drop-column\nalter table tasks drop column label;',
  `${outside}drop index concurrently if exists tasks_size;\ncreate index concurrently tasks_size on tasks (size);`,
  `${outside}-- for each partition of events without events_at
drop index concurrently if exists months.each_partition_at;
create index concurrently each_partition_at on months.each_partition (occurred_at);
alter index events_at attach partition months.each_partition_at;`,
])('accepts %s', async (script) => {
  expect(await findProblems(script)).toEqual([]);
});

it('checks only migrations after the given one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-lint-'));
  for (const name of ['20250101000000_old', '20260101000000_new']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'migration.sql'), 'drop table task_views;');
  }
  expect([...(await lintMigrations(folder, '20250101000000_old')).keys()]).toEqual(['20260101000000_new']);
  await rm(folder, { recursive: true });
});
