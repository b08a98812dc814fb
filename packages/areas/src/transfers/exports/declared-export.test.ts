import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportAndDownload } from '../testing/transfers.ts';

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
let employee: { id: number };
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  employee = await peopleOf(owner).hire();
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

const createRow = async (name: string, more: object = {}) => {
  const { status, body } = await owner.call('POST', '/initiatives', {
    name,
    owner_employee_id: employee.id,
    ...more,
  });
  expect(status).toBe(201);
  return body;
};
const exportFile = async (body: object, by = owner) =>
  (await exportAndDownload(service, by, '/initiatives/export', { format: 'csv', ...body })).text;
const parseRows = (text: string) => parse(text, { columns: true }) as Record<string, string>[];

it('exports declared rows with the fields, order, filter and row scope of the list', async () => {
  const dated = { start_on: '2026-02-28', target_on: '2026-12-31', description: '=1+1, "so"' };
  const second = await createRow('beta', dated);
  const first = await createRow('Alpha', { status: 'active' });
  const gone = await createRow('Gone');
  expect((await owner.call('DELETE', `/initiatives/${gone.id}`)).status).toBe(204);

  const all = parseRows(await exportFile({}));
  expect(all.map((row) => row.name)).toEqual(['Alpha', 'beta']);
  expect(all[1]).toMatchObject({
    id: String(second.id),
    code: second.code,
    start_on: '2026-02-28',
    target_on: '2026-12-31',
    description: `'${dated.description}`,
    team_id: '',
    progress: String(second.progress),
    created_at: second.created_at,
  });
  const hidden = ['org_id', 'deleted_at'];
  expect(Object.keys(all[1] ?? {}).toSorted()).toEqual(
    Object.keys(second)
      .filter((name) => !hidden.includes(name))
      .toSorted(),
  );
  expect(await exportFile({ filter: { status: 'active' }, columns: ['name', 'status'] })).toBe(
    'name,status\r\nAlpha,active\r\n',
  );

  const role = await owner.call('POST', '/roles', {
    code: 'own_exports',
    name: 'Own exports',
    permissions: [
      { permission: 'initiative:read', scopes: ['org'] },
      { permission: 'initiative:export', scopes: ['own'] },
    ],
  });
  expect(role).toMatchObject({ status: 201 });
  const limited = await service.newUser(owner, ['own_exports', 'employee']);
  const me = await peopleOf(owner).hire({ user_id: limited.user.id });
  const mine = await createRow('Mine', { owner_employee_id: me.id });
  const theirs = (await exportAndDownload(service, limited, '/initiatives/export', { format: 'ndjson' }))
    .text;
  expect(
    theirs
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual([mine.id]);
  expect(parseRows(await exportFile({ columns: ['id'] })).map((row) => Number(row.id))).toEqual([
    first.id,
    second.id,
    mine.id,
  ]);
});
