import { containsPattern, Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedColumns } from '../testing/seeded-board.ts';

const { sql } = Prisma;

/** More than are sampled to estimate how frequent words are, and than are read in the order of a sort. */
const count = 7_000;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const { org_id, id } = owner.user;
  const value = (n: Prisma.Sql, from: string) => sql`(string_to_array(${from}, '|'))[1 + (${n})::int % 5]`;
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, description, label, status, priority, slot, created_at, created_by, updated_by)
      select ${org_id}::int, ${value(sql`n * 7 % 31`, 'Printer|PRINT|Drücker|打印机|100%')} || ' ' || n,
        ${value(sql`n * 11 % 17`, 'is broken|Ist Kaputt|\\\\share_1|ΟΔΟΣ|')} || case when n % 900 = 5 then ' rare' when n % 3 = 0 then ' often' else '' end,
        case when n % 4 = 0 then ${value(sql`n`, 'Ärger|it|print|a_b|late')} end,
        (case when n % 50 = 0 then 'done' else 'todo' end)::task_status,
        (case when n < 6000 then 'low' else 'high' end)::task_priority, n, now() - n * interval '1 minute', ${id}::int, ${id}::int
      from generate_series(0, ${count - 1}::int) n`,
  );
  await executeOperational(service.platform, seedColumns(org_id));
});
afterAll(() => service.stop());

interface Found {
  ids: number[];
  total: number;
}

const isMatch = (words: string) => {
  const pattern = containsPattern(words);
  return sql`t.org_id = ${owner.user.org_id} and t.deleted_at is null
    and (t.title ilike ${pattern} or t.description ilike ${pattern} or t.label ilike ${pattern})`;
};

async function expected(
  words: string,
  other: Prisma.Sql,
  orderBy: Prisma.Sql,
  offset: number,
): Promise<Found> {
  const where = sql`${isMatch(words)} and ${other}`;
  const rows = await service.rows<{ id: number }>(
    sql`select t.id from tasks t where ${where} order by ${orderBy} limit 25 offset ${offset}::int`,
  );
  const [counted] = await service.rows<{ total: number }>(
    sql`select count(*)::int as total from tasks t where ${where}`,
  );
  return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 };
}

async function found(path: string): Promise<Found> {
  const { status, body } = await owner.call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return { ids: body.data.map((task: { id: number }) => task.id), total: body.total };
}

const sorts: Record<string, Prisma.Sql> = {
  board: sql`t.status, t.slot`,
  '-board': sql`t.status desc, t.slot desc`,
  created_at: sql`t.created_at, t.id`,
  '-created_at': sql`t.created_at desc, t.id`,
  title: sql`lower(t.title), t.id`,
  '-priority': sql`t.priority desc, t.id desc`,
  updated_at: sql`t.updated_at, t.id`,
};
const filters: Record<string, Prisma.Sql> = {
  '': sql`true`,
  '&status=todo': sql`t.status = 'todo'`,
  '&priority=high': sql`t.priority = 'high'`,
  '&label=print&total=exact': sql`t.label = 'print'`,
};

const known = [
  'print',
  'PRINTER',
  'rare',
  'often',
  'r 13',
  '打印',
  '打',
  'ü',
  'ärg',
  'οδος',
  '%',
  '_',
  '\\',
  '00% 1',
  'a_b',
  'en r',
  'none',
  'zq',
  'i',
  '\nis',
  '7\n',
];
const anyWords = fc
  .oneof(
    fc.constantFrom(...known),
    fc.string({ unit: fc.constantFrom(...'printeskau 019%_\\Äß打Σσς'), minLength: 1, maxLength: 4 }),
  )
  .filter((words) => words.trim() !== '');

it('finds and counts the tasks whose title, description or label contains the words', async () => {
  const anyList = fc.record({
    words: anyWords,
    sort: fc.constantFrom(...Object.keys(sorts)),
    filter: fc.constantFrom(...Object.keys(filters)),
    offset: fc.constantFrom(0, 0, 25, 400),
  });
  await fc.assert(
    fc.asyncProperty(anyList, async ({ words, sort, filter, offset }) => {
      const trimmed = words.trim();
      const path = `/tasks?q=${encodeURIComponent(words)}&sort=${sort}&offset=${offset}${filter}`;
      const other = filters[filter] ?? sql`true`;
      expect([path, await found(path)]).toEqual([
        path,
        await expected(trimmed, other, sorts[sort] ?? sql`t.id`, offset),
      ]);
      const { next } = (await owner.call('GET', path)).body;
      if (next === null) return;
      const after = `${path.replace(/&offset=\d+/, '')}&after=${next}`;
      const { ids } = await expected(trimmed, other, sorts[sort] ?? sql`t.id`, offset + 25);
      expect([after, (await found(after)).ids]).toEqual([after, ids]);
    }),
    { numRuns: 150 },
  );
});

it('counts the columns of the board that contain the words', async () => {
  for (const words of ['print', 'rare', 'zq', 'none']) {
    const { columns } = (await owner.call('GET', `/tasks/board?per_column=1&q=${words}`)).body;
    const rows = await service.rows<{ status: string; total: number }>(
      sql`select t.status::text, count(*)::int as total from tasks t where ${isMatch(words)} group by 1`,
    );
    const totals = new Map(rows.map(({ status, total }) => [status, total]));
    for (const { status, total } of columns)
      expect([words, status, total]).toEqual([words, status, totals.get(status) ?? 0]);
  }
});

it('stores the text of each live task, whatever changes it', async () => {
  const by = await service.newOrganization();
  const post = async (title: string, more = {}) =>
    (await by.call('POST', '/tasks', { title, ...more })).body.id as number;
  const anyChange = fc.oneof(
    fc.record({
      kind: fc.constant('create' as const),
      title: fc.constantFrom('One', 'Two', 'ΟΔΟΣ'),
      description: fc.constantFrom('', 'Line\nLine', '打'),
    }),
    fc.record({
      kind: fc.constant('patch' as const),
      nth: fc.nat(20),
      patch: fc.record(
        {
          title: fc.constantFrom('A', 'B'),
          label: fc.constantFrom(null, 'late'),
          status: fc.constantFrom('todo', 'done'),
        },
        { requiredKeys: [] },
      ),
    }),
    fc.record({
      kind: fc.constantFrom('delete' as const, 'restore' as const, 'move' as const),
      nth: fc.nat(20),
    }),
  );
  const ids = [await post('First')];
  const pick = (nth: number) => ids[nth % ids.length];
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 5, maxLength: 20 }), async (changes) => {
      for (const change of changes) {
        if (change.kind === 'create') ids.push(await post(change.title, { description: change.description }));
        else if (change.kind === 'patch') await by.call('PATCH', `/tasks/${pick(change.nth)}`, change.patch);
        else if (change.kind === 'delete') await by.call('DELETE', `/tasks/${pick(change.nth)}`);
        else if (change.kind === 'restore') await by.call('POST', `/tasks/${pick(change.nth)}/restore`);
        else await by.call('POST', `/tasks/${pick(change.nth)}/move`, { status: 'done', position: 0 });
      }
      const differing = await service.rows(
        sql`select t.id, s.task_id, s.text from (
            select t.id, lower(t.title || e'\n' || coalesce(t.label, '') || e'\n' || t.description) as text from tasks t
            where t.org_id = ${by.user.org_id} and t.deleted_at is null) t
          full join (select s.task_id, s.text from task_texts s where s.org_id = ${by.user.org_id}) s on s.task_id = t.id
          where s.text is distinct from t.text or t.id is null`,
      );
      expect(differing).toEqual([]);
    }),
    { numRuns: 10 },
  );
  expect(ids.length).toBeGreaterThan(3);
});

it('leaves the text alone if an update does not change it, and deletes it with the task', async () => {
  const by = await service.newOrganization();
  const { id } = (await by.call('POST', '/tasks', { title: 'Same' })).body;
  const read = () =>
    service.rows<{ at: string }>(
      sql`select s.ctid::text as at from task_texts s where s.org_id = ${by.user.org_id}`,
    );
  const before = await read();
  await by.call('PATCH', `/tasks/${id}`, { title: 'Same', priority: 'high', status: 'done' });
  expect(await read()).toEqual(before);
  await executeOperational(service.platform, sql`delete from task_columns where org_id = ${by.user.org_id}`);
  await executeOperational(service.platform, sql`delete from tasks where org_id = ${by.user.org_id}`);
  expect(await read()).toEqual([]);
});
