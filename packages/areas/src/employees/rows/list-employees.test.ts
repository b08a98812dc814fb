import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const found = async (q: string, more = ''): Promise<number[]> =>
  (await people.get(`/employees?q=${encodeURIComponent(q)}${more}`)).data.map(
    (one: { id: number }) => one.id,
  );

it('finds names, addresses and numbers in any case, also of letters outside of ASCII', async () => {
  const names = { first_name: 'Émile', last_name: 'Strauß', preferred_name: 'Mílo' };
  const { id, employee_number } = await people.hire({ ...names, work_email: 'Emile.S@one.test' });
  const { id: irem } = await people.hire({ first_name: 'İrem', last_name: 'Yıldız_100%' });
  for (const q of [
    'émile',
    'ÉMILE',
    'Strauß',
    'STRAUẞ',
    'MÍLO émile',
    'emile.s@ONE',
    employee_number.toLowerCase(),
  ])
    expect([q, await found(q)]).toEqual([q, [id]]);
  for (const q of ['İREM', 'irem', 'YıLDıZ', 'z_1', '100%']) expect([q, await found(q)]).toEqual([q, [irem]]);
  // Letters without the accent, the two letters for one, and wildcards are other texts.
  for (const q of ['milo', 'strauss', 'yildiz', 'z%1', 'rem yıldız_100% yıldız'])
    expect([q, await found(q)]).toEqual([q, []]);
});

it('finds the values of the row after each change, and those of another day by as_of', async () => {
  const { id } = await people.hire({ first_name: 'Wilhelmina', last_name: 'Oldfield' });
  await people.change(id, 'name', day(-10), { last_name: 'Newfield' });
  expect([await found('newfield'), await found('oldfield')]).toEqual([[id], []]);
  const before = `&as_of=${day(-11)}`;
  expect([await found('WILHELMINA OLDF', before), await found('newfield', before)]).toEqual([[id], []]);
  await people.change(id, 'name', day(10), { last_name: 'Later' });
  expect([await found('later'), await found('later', `&as_of=${day(10)}`)]).toEqual([[], [id]]);
  await owner.call('PATCH', `/employees/${id}`, { work_email: 'mina@one.test' });
  expect(await found('MINA@one')).toEqual([id]);
  await owner.call('PATCH', `/employees/${id}`, { work_email: null });
  expect(await found('mina@one')).toEqual([]);
  expect((await owner.call('PATCH', `/employees/${id}`, { work_email: 'no address' })).status).toBe(422);
  expect(await found('no address')).toEqual([]);
});

it('keeps the stored text out of responses, events and audit entries', async () => {
  const { org_id } = owner.user;
  const { result, audit } = await recordedBy(service, org_id, async () => {
    const { id } = await people.hire({ first_name: 'Hidden', last_name: 'Text' });
    const { body } = await owner.call('PATCH', `/employees/${id}`, { work_email: 'hidden@one.test' });
    return [
      body,
      await people.get('/employees?q=hidden'),
      await people.get('/employees?q=hidden&as_of=2024-01-01'),
    ];
  });
  const events = await service.rows(
    sql`select to_jsonb(e) as event from events e where e.org_id = ${org_id}`,
  );
  const stored = await service.rows(
    sql`select search_text from employees where org_id = ${org_id} and first_name = 'Hidden'`,
  );
  expect(stored).toEqual([{ search_text: expect.stringMatching(/^hidden text hidden@one\.test \S+$/) }]);
  expect([result[1].total, result[2].total, audit.map(({ action }) => action)]).toEqual([
    1,
    1,
    ['create', 'update'],
  ]);
  for (const one of [...result, ...audit, ...events])
    expect(JSON.stringify(one)).not.toContain('search_text');
});

it('returns each page of a list as in the whole list, also on another day and by reporting line', async () => {
  const { id: boss } = await people.hire({ first_name: 'Boss', last_name: 'Paged' });
  for (const last_name of ['Paged', 'paged', 'Paged B', 'Paged', 'Paged C'])
    await people.hire({ last_name, manager_id: boss });
  for (const route of [
    '/employees?q=paged',
    '/employees?q=paged&sort=-name',
    '/employees?q=paged&as_of=2024-01-01',
    `/employees/${boss}/reports?q=paged`,
  ]) {
    const { data, total } = await people.get(route);
    expect([route, total]).toEqual([route, route.includes('reports') ? 5 : 6]);
    for (let offset = 0; offset <= total; offset += 1)
      expect([offset, await people.get(`${route}&limit=1&offset=${offset}`)]).toEqual([
        offset,
        expect.objectContaining({ data: data.slice(offset, offset + 1), total }),
      ]);
  }
});
