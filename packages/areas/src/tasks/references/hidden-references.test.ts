import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Tests that a task refers only to rows that its writer can see, with one answer for hidden and missing rows. */
let service: TestService;
let owner: Client;
let writer: Client;
let ownEmployee: number;
let task: { id: number };
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

const made = async (path: string, body: object): Promise<{ id: number }> => {
  const { status, body: row } = await owner.call('POST', path, body);
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(row)}`);
  return row;
};
const person = { first_name: 'A', last_name: 'B', hire_date: '2020-01-01' };

/** A user who may write all tasks of the organization, and has further permissions. */
async function newWriter(...more: { permission: string; scopes: string[] }[]): Promise<Client> {
  const writes = ['create', 'read', 'update'].map((right) => ({
    permission: `task:${right}`,
    scopes: ['org'],
  }));
  const user = await service.newUser(owner, []);
  const { length } = (await owner.call('GET', '/roles?limit=100')).body.data;
  const role = { code: `writer_${length}`, name: `Writer ${length}`, permissions: [...writes, ...more] };
  await made('/grants', { user_id: user.user.id, role_id: (await made('/roles', role)).id });
  return user;
}

beforeEach(async () => {
  owner = await service.newOrganization();
  writer = await newWriter();
  ownEmployee = (await made('/employees', { ...person, user_id: writer.user.id })).id;
  task = await made('/tasks', { title: 'There' });
});

const createEmployee = async () => (await made('/employees', person)).id;
const kinds: [field: string, resource: string, make: () => Promise<number>][] = [
  ['assigned_employee_id', 'employee', createEmployee],
  ['assigned_team_id', 'team', async () => (await made('/teams', { name: 'Crew' })).id],
  ['assigned_to', 'user', async () => (await service.newUser(owner, [])).user.id],
  [
    'initiative_id',
    'initiative',
    async () => (await made('/initiatives', { name: 'Big', owner_employee_id: await createEmployee() })).id,
  ],
];
const ways = ['create', 'patch', 'patch with a status', 'patch in bulk'] as const;
type Way = (typeof ways)[number];

const writeTask = (by: Client, way: Way, body: object) => {
  if (way === 'create') return by.call('POST', '/tasks', { title: 'New', ...body });
  if (way === 'patch in bulk') return by.call('POST', '/tasks/bulk', { ids: [task.id], patch: body });
  return by.call('PATCH', `/tasks/${task.id}`, way === 'patch' ? body : { ...body, status: 'done' });
};

describe.each(ways.flatMap((way) => kinds.map((kind) => [way, ...kind] as const)))(
  'a %s with %s',
  (way, field, resource, make) => {
    it('is rejected for a hidden row as for a missing one, and records nothing', async () => {
      const hidden = await make();
      const rejected = async (id: number) => {
        const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
          writeTask(writer, way, { [field]: id }),
        );
        expect(left).toEqual(nothing);
        return { status: result.status, body: result.body };
      };
      const name = way === 'patch in bulk' ? `patch.${field}` : field;
      const missing = await rejected(2_147_483_647);
      expect(missing).toMatchObject({
        status: 422,
        body: { details: { fieldErrors: { [name]: ['Does not exist'] } } },
      });
      expect(await rejected(hidden)).toEqual(missing);
    });

    it('is accepted for a row that the writer can see', async () => {
      const id = await make();
      const reader = await newWriter({ permission: `${resource}:read`, scopes: ['org'] });
      const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
        writeTask(reader, way, { [field]: id }),
      );
      expect(result.status).toBe(way === 'create' ? 201 : 200);
      expect(JSON.stringify(events)).toContain(`task.post_${way === 'create' ? 'create' : 'update'}`);
      expect(audit).toHaveLength(1);
    });
  },
);

it.each(ways)('a %s accepts the own user and employee of the writer without a permission', async (way) => {
  const { id: user_id } = writer.user;
  for (const body of [{ assigned_to: user_id }, { assigned_employee_id: ownEmployee }])
    expect((await writeTask(writer, way, body)).status).toBe(way === 'create' ? 201 : 200);
});

it('a patch accepts a hidden row to which the task refers already', async () => {
  const assigned_team_id = (await made('/teams', { name: 'Hidden' })).id;
  await owner.call('PATCH', `/tasks/${task.id}`, { assigned_team_id });
  const { status, body } = await writer.call('PATCH', `/tasks/${task.id}`, {
    assigned_team_id,
    title: 'New',
  });
  expect([status, body.title, body.assigned_team_id]).toEqual([200, 'New', assigned_team_id]);
});

it('limits references by the row scope of the permission, also in concurrent writes', async () => {
  const own = await newWriter({ permission: 'initiative:read', scopes: ['own'] });
  const employee = (await made('/employees', { ...person, user_id: own.user.id })).id;
  const initiative = async (owner_employee_id: number) =>
    (await made('/initiatives', { name: `I ${owner_employee_id}`, owner_employee_id })).id;
  const [theirs, others] = [await initiative(employee), await initiative(ownEmployee)];
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const initiative_id = index % 2 === 0 ? theirs : others;
      const by = index % 3 === 0 ? owner : own;
      const { status } = await by.call('POST', '/tasks', { title: `${index}`, initiative_id });
      return [by === owner || initiative_id === theirs, status];
    }),
  );
  for (const [isSeen, status] of statuses) expect(status).toBe(isSeen ? 201 : 422);
});
