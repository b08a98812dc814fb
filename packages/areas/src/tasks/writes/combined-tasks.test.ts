import { type Client, startOwnService, type TestResponse, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ConcurrentUsers, recordedWith, type SentCall } from '../testing/concurrent-users.ts';

let service: TestService;
let owner: Client;
let users: ConcurrentUsers;
beforeAll(async () => {
  service = await startOwnService({ TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const others = [await service.newUser(owner, ['admin']), await service.newUser(owner, ['manager'])];
  users = new ConcurrentUsers(service, [owner, ...others]);
});

const numbers = (length: number) => Array.from({ length }, (_, n) => n);
const callAll = (calls: readonly SentCall[]) => users.callAll(calls);

it('combines creates of several users, each with its own response and records', async () => {
  const responses = await callAll(
    numbers(60).map((n) => [
      'POST',
      '/tasks',
      {
        title: `Task ${n}`,
        assigned_to: users.at(n + 1).user.id,
        tags: [`"${n}"`, 'a,b'],
        due_at: '2030-01-01T00:00:00.123Z',
      },
    ]),
  );
  expect(responses.map(({ status, body }) => ({ status, body }))).toMatchObject(
    numbers(60).map((n) => ({
      status: 201,
      body: {
        title: `Task ${n}`,
        description: '',
        assigned_to: users.at(n + 1).user.id,
        tags: [`"${n}"`, 'a,b'],
        due_at: '2030-01-01T00:00:00.123Z',
        created_by: users.at(n).user.id,
        updated_by: users.at(n).user.id,
      },
    })),
  );
  for (const { body } of responses) expect((await owner.call('GET', `/tasks/${body.id}`)).body).toEqual(body);
  expect(responses.map(({ body }) => body.position).sort((a, b) => a - b)).toEqual(numbers(60));
  expect(await users.countTransactions(responses.map(({ body }) => body.id))).toBeLessThan(responses.length);
  await users.expectRecords(responses.map(recordedWith(201)), { type: 'task.post_create' });
  await users.expectIntactBoard();
});

it('rejects only creates with broken references', async () => {
  const stranger = await service.newOrganization();
  const [employee] = (await owner.call('GET', '/employees')).body.data;
  const team = (await owner.call('POST', '/teams', { name: 'Crew' })).body.id;
  const gone = (await owner.call('POST', '/teams', { name: 'Gone' })).body.id;
  expect((await owner.call('DELETE', `/teams/${gone}`)).status).toBe(204);
  const assignees = [
    { assigned_to: owner.user.id },
    { assigned_to: stranger.user.id },
    { assigned_employee_id: employee.id },
    { assigned_employee_id: 2_000_000_000 },
    { assigned_team_id: team },
    { assigned_team_id: gone },
    { assigned_team_id: null },
    { category_code: 'bug' },
    { category_code: 'unknown' },
    { initiative_id: 2_000_000_000 },
  ];
  const isBroken = [false, true, false, true, false, true, false, false, true, true];
  const responses = await callAll(
    numbers(60).map((n) => ['POST', '/tasks', { title: `Task ${n}`, ...assignees[n % assignees.length] }]),
  );
  expect(responses.map(({ status }) => status)).toEqual(
    numbers(60).map((n) => (isBroken[n % assignees.length] ? 422 : 201)),
  );
  for (const [n, { status, body }] of responses.entries()) {
    const sent = assignees[n % assignees.length] as object;
    if (status === 201) expect(body).toMatchObject({ title: `Task ${n}`, ...sent });
    else expect(Object.keys(body.details.fieldErrors)).toEqual(Object.keys(sent));
  }
  await users.expectRecords(responses.map(recordedWith(201)), { type: 'task.post_create' });
  await users.expectIntactBoard();
});

it('applies a catalogue of labels to each create separately', async () => {
  await owner.call('PATCH', '/organizations/current/settings', { features: { restrict_labels: true } });
  await owner.call('POST', '/task-labels', { name: 'Known' });
  const labels = ['Known', 'Unknown', null];
  const responses = await callAll(
    numbers(30).map((n) => ['POST', '/tasks', { title: `Task ${n}`, label: labels[n % 3] }]),
  );
  expect(responses.map(({ status }) => status)).toEqual(numbers(30).map((n) => (n % 3 === 1 ? 422 : 201)));
  await users.expectRecords(responses.map(recordedWith(201)), { type: 'task.post_create' });
});

it('combines updates of different tasks, each with its own response and records', async () => {
  const created = await callAll(numbers(60).map((n) => ['POST', '/tasks', { title: `Task ${n}` }]));
  const responses = await callAll(
    created.map(({ body }, n) => [
      'PATCH',
      `/tasks/${body.id}`,
      {
        title: `Changed ${n}`,
        // One in four is rejected, and one in four has this value already.
        assigned_to: n % 4 === 1 ? 2_000_000_000 : n % 4 === 2 ? null : owner.user.id,
      },
    ]),
  );
  expect(responses.map(({ status, body }) => ({ status, body }))).toMatchObject(
    created.map(({ body }, n) =>
      n % 4 === 1
        ? { status: 422, body: { details: { fieldErrors: { assigned_to: ['Does not exist'] } } } }
        : {
            status: 200,
            body: {
              id: body.id,
              title: `Changed ${n}`,
              position: body.position,
              updated_by: users.at(n).user.id,
            },
          },
    ),
  );
  const changed = responses.filter(({ status }) => status === 200);
  for (const { body } of changed) expect((await owner.call('GET', `/tasks/${body.id}`)).body).toEqual(body);
  expect(await users.countTransactions(changed.map(({ body }) => body.id))).toBeLessThan(changed.length);
  await users.expectRecords(responses.map(recordedWith(200)), { type: 'task.post_update' });
  await users.expectIntactBoard();
});

it('updates only existing tasks, and records nothing for tasks that have the values already', async () => {
  const created = await callAll(numbers(6).map((n) => ['POST', '/tasks', { title: `Task ${n}` }]));
  const responses = await callAll(
    created.map(({ body }, n) => [
      'PATCH',
      `/tasks/${n % 3 === 0 ? 2_000_000_000 : body.id}`,
      { title: n % 3 === 1 ? body.title : 'Changed' },
    ]),
  );
  expect(responses.map(({ status }) => status)).toEqual([404, 200, 200, 404, 200, 200]);
  expect(responses[1]?.body).toEqual(created[1]?.body);
  const changed = responses.map((one, n) => (n % 3 === 2 ? one : null));
  await users.expectRecords(changed, { type: 'task.post_update' });
});

it('combines creates while other requests move tasks of the column', async () => {
  const first = await callAll(numbers(20).map((n) => ['POST', '/tasks', { title: `Task ${n}` }]));
  const ids = first.map(({ body }) => body.id);
  users = new ConcurrentUsers(service, [owner]);
  const responses = await callAll(
    numbers(72).map((n): SentCall => {
      const id = ids[(n / 9) | 0];
      if (n % 9 === 4) return ['POST', `/tasks/${id}/move`, { status: 'todo', position: n % 7 }];
      if (n % 9 === 8) return ['POST', `/tasks/${id}/move`, { status: 'done', position: 0 }];
      return ['POST', '/tasks', { title: `New ${n}` }];
    }),
  );
  expect(responses.map(({ status }) => status)).toEqual(
    numbers(72).map((n) => (n % 9 === 4 || n % 9 === 8 ? 200 : 201)),
  );
  await users.expectIntactBoard();
});

it('keeps positions contiguous while combined creates fill several runs of a column', async () => {
  for (let round = 0; round < 10; round += 1) {
    const responses = await callAll(numbers(63).map((n) => ['POST', '/tasks', { title: `${round} ${n}` }]));
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    expect(responses.map(({ body }) => body.position).sort((a, b) => a - b)).toEqual(
      numbers(63).map((n) => round * 63 + n),
    );
  }
  await users.expectIntactBoard();
});

it('does not wait for a locked reference or task of another request', async () => {
  const busy = await service.newUser(owner, ['employee']);
  const created = await callAll(numbers(3).map((n) => ['POST', '/tasks', { title: `Task ${n}` }]));
  const [locked, ...free] = created.map(({ body }) => body.id);
  const holder = new pg.Client(service.config.DATABASE_URL);
  await holder.connect();
  try {
    await holder.query('begin');
    const { org_id } = owner.user;
    await holder.query('select from users where org_id = $1 and id = $2 for update', [org_id, busy.user.id]);
    await holder.query('select from tasks where org_id = $1 and id = $2 for update', [org_id, locked]);
    const assign = (id: number) => owner.call('POST', '/tasks', { title: 'Assigned', assigned_to: id });
    const rename = (id: number) => owner.call('PATCH', `/tasks/${id}`, { title: 'Changed' });
    const waiting = [assign(busy.user.id), rename(locked)];
    const others = await Promise.all([
      ...numbers(5).map(() => assign(owner.user.id)),
      ...free.map((id) => rename(id)),
    ]);
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200, 200]);
    await holder.query('rollback');
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 200]);
  } finally {
    await holder.end();
  }
});

it('writes each request with an Idempotency-Key or If-Match alone', async () => {
  const [{ body: task }] = (await callAll([['POST', '/tasks', { title: 'Versioned' }]])) as [TestResponse];
  const key = { 'idempotency-key': 'combined' };
  const etag = (await owner.call('GET', `/tasks/${task.id}`)).headers.get('etag') ?? '';
  const version = { 'if-match': etag };
  const patch = (headers: Record<string, string>, title: string) =>
    owner.call('PATCH', `/tasks/${task.id}`, { title }, headers);
  const [first, second, ...others] = await Promise.all([
    patch(version, 'One'),
    patch(version, 'Two'),
    ...numbers(6).map((n) => owner.call('POST', '/tasks', { title: `Task ${n}` })),
  ]);
  expect([first?.status, second?.status].sort()).toEqual([200, 412]);
  expect(others.map(({ status }) => status)).toEqual(numbers(6).map(() => 201));
  const create = (headers: Record<string, string>) =>
    owner.call('POST', '/tasks', { title: 'Once' }, headers);
  const [once, plain] = await Promise.all([create(key), create({}), create({})]);
  const again = await create(key);
  expect([once?.status, again.body]).toEqual([201, once?.body]);
  expect(plain?.body.id).not.toBe(once?.body.id);
});
