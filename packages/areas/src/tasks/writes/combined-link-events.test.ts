import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ConcurrentUsers } from '../testing/concurrent-users.ts';
import {
  createInitiative,
  type LinkEvent,
  readAuditedLinks,
  readLinkEvents,
} from '../testing/link-history.ts';
import { changesOf } from '../testing/link-model.ts';

let service: TestService;
let owner: Client;
let users: ConcurrentUsers;
/** Two initiatives and none. */
let places: (number | null)[];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const others = [await service.newUser(owner, ['admin']), await service.newUser(owner, ['manager'])];
  users = new ConcurrentUsers(service, [owner, ...others]);
  places = [await createInitiative(owner), await createInitiative(owner), null];
});

const numbers = (length: number) => Array.from({ length }, (_, n) => n);
const place = (n: number) => places[n % places.length] ?? null;

type ExpectedLink = Omit<LinkEvent, 'task_event_id'>;

const event = (
  kind: LinkEvent['kind'],
  task_id: number,
  initiative_id: number | null,
  n: number,
): ExpectedLink[] =>
  initiative_id === null ? [] : [{ kind, task_id, initiative_id, actor_id: users.at(n).user.id }];

const byTask = <Link extends ExpectedLink>(links: readonly Link[]) =>
  links.toSorted((a, b) => a.task_id - b.task_id);

/** Asserts that these are all links of the organization, in this order for each task, with their audit entries. */
async function expectLinks(expected: readonly ExpectedLink[]): Promise<void> {
  const { org_id } = owner.user;
  const links = await readLinkEvents(service, org_id);
  expect(byTask(links).map(({ task_event_id, ...link }) => link)).toEqual(byTask(expected));
  expect(await readAuditedLinks(service, org_id)).toEqual(changesOf(links));
}

/** Creates tasks concurrently, in the first initiative, the second and none. */
async function createAll(count: number) {
  const responses = await users.callAll(
    numbers(count).map((n) => ['POST', '/tasks', { title: `Task ${n}`, initiative_id: place(n) }]),
  );
  expect(responses.map(({ status }) => status)).toEqual(numbers(count).map(() => 201));
  return responses;
}

it('combined creates write the link event of each task for its own caller', async () => {
  const responses = await createAll(48);
  const ids = responses.map(({ body }) => body.id);
  expect(await users.countTransactions(ids)).toBeLessThan(ids.length);
  await expectLinks(ids.flatMap((id, n) => event('linked', id, place(n), n)));
});

it('combined creates write no link events of rejected tasks', async () => {
  const missing = 2_000_000_000;
  const responses = await users.callAll(
    numbers(30).map((n) => [
      'POST',
      '/tasks',
      { title: `Task ${n}`, initiative_id: n % 3 === 1 ? missing : place(0) },
    ]),
  );
  expect(responses.map(({ status }) => status)).toEqual(numbers(30).map((n) => (n % 3 === 1 ? 422 : 201)));
  const expected = responses.flatMap(({ status, body }, n) =>
    status === 201 ? event('linked', body.id, place(0), n) : [],
  );
  await expectLinks(expected);
});

it.each([
  ['updates', {}],
  ['moves', { status: 'in_progress' }],
  ['moves that complete tasks', { status: 'done' }],
])('combined %s write the events of both initiatives of each task', async (_, fields) => {
  const ids = (await createAll(48)).map(({ body }) => body.id);
  const created = ids.flatMap((id, n) => event('linked', id, place(n), n));
  // A third of the tasks keep their initiative.
  const next = (n: number) => (n % 3 === (n >> 2) % 3 ? place(n) : place(n + 1));
  const responses = await users.callAll(
    ids.map((id, n) => ['PATCH', `/tasks/${id}`, { ...fields, initiative_id: next(n) }]),
  );
  expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(responses.map(({ body }) => body.initiative_id)).toEqual(ids.map((_id, n) => next(n)));
  const changed = ids.filter((_id, n) => next(n) !== place(n) || 'status' in fields);
  expect(await users.countTransactions(changed)).toBeLessThan(changed.length);
  const expected = ids.flatMap((id, n) =>
    next(n) === place(n) ? [] : [...event('unlinked', id, place(n), n), ...event('linked', id, next(n), n)],
  );
  await expectLinks([...created, ...expected]);
});
