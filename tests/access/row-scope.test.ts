import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { Client } from '@wfp/testing';
import { openStream } from '@wfp/testing/stream-client.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAndDownload } from '../../packages/areas/src/transfers/testing/transfers.ts';
import { type MentionedIds, writeMentions } from './prompt-mentions.ts';
import { loadStructure, ownedRows, ownerMatches, permittedIds, type Structure } from './row-scope-model.ts';
import {
  chosen,
  expectedScope,
  grantVariant,
  makeRoles,
  type ScopedResource,
  type ScopeVariant,
  scopedResources,
  scopeVariants,
} from './row-scope-variants.ts';
import {
  type ReaderName,
  type RowScopeWorld,
  readerNames,
  startRowScopeWorld,
  waitUntilSettled,
} from './row-scope-world.ts';

const { sql, raw } = Prisma;

/**
 * Whoever reaches part of the rows sees that part and no more, wherever they look: in lists and their totals,
 * row by row, in explanations, in exports, in events and on the stream. What they should see is worked out a
 * second time, from plain rows.
 */
let world: RowScopeWorld;
let structure: Structure;
let roles: Record<string, number>;
let told: Map<number, MentionedIds>;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  world = await startRowScopeWorld();
  structure = await loadStructure(world);
  const known = (await world.owner.call('GET', '/roles?limit=100')).body.data;
  const viewer = known.find((role: { code: string }) => role.code === 'viewer').id;
  roles = { ...(await makeRoles(world)), viewer };
  const { config, platform } = world.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0 });
  await waitUntilSettled(world);
  told = await writeMentions(world);
});
afterAll(async () => {
  await worker?.stop();
  await world?.service.stop();
});

interface Expected {
  one: ScopedResource;
  /** Null where the permission is not held at all. */
  ids: number[] | null;
  all: number[];
  /** All rows, grouped by whether they are permitted and by the columns that decide it. */
  kinds: number[][];
}

/** The rows of each resource that a user is permitted to read by one way. */
async function findExpected(name: ReaderName, way: ScopeVariant): Promise<Expected[]> {
  const user_id = world.people[name].user.id;
  const person = { user_id, employee_id: name === 'guest' ? null : world.employees[name] };
  const expected: Expected[] = [];
  for (const one of scopedResources) {
    const rows = await ownedRows(world, one.resource.rows, { org_id: world.owner.user.org_id, ...person });
    const reach = expectedScope(one, way, world);
    const ids = reach && permittedIds(rows, person, reach, structure);
    const kinds = Map.groupBy(rows, (row) => [ids?.includes(row.id), ...ownerMatches(row, person)].join());
    expected.push({
      one,
      ids,
      all: rows.map((row) => row.id),
      kinds: [...kinds.values()].map((some) => some.map((row) => row.id)),
    });
  }
  return expected;
}

const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

async function listed(who: Client, path: string): Promise<{ ids: number[]; total: number } | null> {
  const ids: number[] = [];
  for (;;) {
    const { status, body } = await who.call('GET', `${path}?limit=100&offset=${ids.length}`);
    if (status === 403) return null;
    expect([path, status]).toEqual([path, 200]);
    ids.push(...body.data.map((row: { id: number }) => row.id));
    if (body.data.length < 100) return { ids: sorted(ids), total: body.total };
  }
}

/** Parts of a whole that is not reached are not found, whoever they belong to; of any other, those that are. */
async function expectChildRows(
  who: Client,
  { resource, childList }: ScopedResource,
  ids: number[] | null,
): Promise<void> {
  if (!childList) return;
  const rows = await world.service.rows<{ id: number; whole: number }>(
    sql`select id, ${raw(childList.column)} as whole from ${raw(resource.rows.table)} where org_id = ${who.user.org_id}`,
  );
  for (const [whole, its] of Map.groupBy(rows, (row) => row.whole)) {
    const { status, body } = await who.call('GET', `${childList.list(whole)}?limit=100`);
    expect([resource.code, status]).toEqual([
      resource.code,
      ids === null ? 403 : expect.toBeOneOf([200, 404]),
    ]);
    if (status !== 200) continue;
    const found = sorted(body.data.map((row: { id: number }) => row.id));
    const reachable = sorted(its.map((row) => row.id).filter((id) => ids?.includes(id)));
    expect([resource.code, found, body.total]).toEqual([resource.code, reachable, reachable.length]);
  }
}

const declaredTypes = new Set(catalogueOf(areas).map(({ type }) => type));

/** The records of a kind whose making somebody finds among the events. */
async function listCreatedInEvents(who: Client, code: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/events?aggregate_type=${code}&event_type=${code}.post_create&limit=100&page=${page}`;
    const { status, body } = await who.call('GET', path);
    expect(status).toBe(declaredTypes.has(`${code}.post_create`) ? 200 : 422);
    if (status !== 200) return [];
    ids.push(...body.data.map((event: { aggregate_id: number }) => event.aggregate_id));
    if (body.data.length < 100) return sorted(ids);
  }
}

const creationEventsByCode = new Map<string, Promise<boolean>>();

/** True if the owner finds events of the making of such records: once for all cases, none is made between them. */
function hasCreationEvents(code: string): Promise<boolean> {
  const known =
    creationEventsByCode.get(code) ?? listCreatedInEvents(world.owner, code).then((ids) => ids.length > 0);
  creationEventsByCode.set(code, known);
  return known;
}

/** Private events are seen by those they name, however far they reach besides, and by nobody else. */
async function applyEventPrivacy({ user }: Client, code: string, ids: number[]): Promise<number[]> {
  const events = await world.service.rows<{ id: number; is_mine: boolean }>(
    sql`select aggregate_id as id, ${user.id}::int = any(subject_user_ids) as is_mine from events
      where org_id = ${user.org_id} and event_type = ${`${code}.post_create`} and is_private`,
  );
  const others = events.filter((event) => !event.is_mine).map((event) => event.id);
  const mine = events.filter((event) => event.is_mine).map((event) => event.id);
  return sorted([...ids.filter((id) => !others.includes(id)), ...mine]);
}

/** Whose a role is follows from grants, of which an event knows nothing. */
const resourcesWithoutEventOwner = ['role'];

const cases = readerNames.flatMap((name) => scopeVariants.map((way) => [name, way.name, way] as const));

/** By resource: the rows that were requested one by one, and those that no case so far found gone. */
const rowsOf = new Map<string, { requested: Set<number>; lasting: number[] }>();

/**
 * One row of each kind, first those that no case requested yet: the list is compared as a whole. Of a resource without a
 * list every row.
 */
function requestedRows({ one, all, kinds }: Expected, turn: number): number[] {
  const { requested = new Set<number>(), lasting = all } = rowsOf.get(one.resource.code) ?? {};
  const oneOf = (rows: number[]) =>
    rows.find((id) => !requested.has(id)) ?? (rows[turn % rows.length] as number);
  const chosen = one.list ? kinds.map(oneOf) : all;
  for (const id of chosen) requested.add(id);
  rowsOf.set(one.resource.code, { requested, lasting: lasting.filter((id) => all.includes(id)) });
  return chosen;
}

describe.each(cases)('%s with %s', (name, _, way) => {
  const turn = readerNames.indexOf(name) * scopeVariants.length + scopeVariants.indexOf(way);
  let who: Client;
  let expected: Expected[];
  beforeAll(async () => {
    who = world.people[name];
    await grantVariant(world, roles, who, way);
    expected = await findExpected(name, way);
  });

  it('finds them in lists, one by one and explained', async () => {
    for (const each of expected) {
      const { one, ids } = each;
      const { code } = one.resource;
      const asked = requestedRows(each, turn);
      const explained = asked.map(async (id) => {
        const query = `user_id=${who.user.id}&permission=${code}:read&record_id=${id}`;
        return [id, (await world.owner.call('GET', `/permissions/explain?${query}`)).body.allowed];
      });
      const allowed = asked.map((id) => [id, ids?.includes(id) ?? false]);
      expect([code, await Promise.all(explained)]).toEqual([code, allowed]);
      if (one.childList) await expectChildRows(who, one, ids);
      if (!one.list) continue;
      const list = await listed(who, one.list);
      expect([code, list]).toEqual([code, ids && { ids, total: ids.length }]);
      const fetched = asked.map(async (id) => [id, (await who.call('GET', `${one.list}/${id}`)).status]);
      const statuses = asked.map((id) => [id, ids === null ? 403 : ids.includes(id) ? 200 : 404]);
      expect([code, await Promise.all(fetched)]).toEqual([code, statuses]);
    }
  });

  it.skipIf(chosen)(
    'reads answers about them in words where they reach all that is named there',
    async () => {
      const reached = (code: keyof MentionedIds) =>
        expected.find(({ one }) => one.resource.code === code)?.ids ?? [];
      const { status, body } = await who.call('GET', '/prompt-runs?limit=100');
      for (const run of status === 200 ? body.data : []) {
        const its = Object.entries(told.get(run.id) ?? {}) as [keyof MentionedIds, number[]][];
        if (its.length === 0) continue;
        const isReached = its.every(([code, ids]) => ids.every((id) => reached(code).includes(id)));
        expect([run.id, its, run.is_shortened]).toEqual([run.id, its, !isReached]);
      }
    },
  );

  it('finds their beginnings among the events', async () => {
    for (const { one, ids, all } of expected) {
      const { code } = one.resource;
      if (resourcesWithoutEventOwner.includes(code) || !(await hasCreationEvents(code))) continue;
      // What is gone by now has its events still.
      const seen = (await listCreatedInEvents(who, code)).filter((id) => all.includes(id));
      expect([code, seen]).toEqual([code, ids === null ? [] : await applyEventPrivacy(who, code, ids)]);
    }
  });
});

const inFiles = scopeVariants.filter(({ name }) => name === 'all three' || name.endsWith('crew'));

describe.each(cases.filter(([, , way]) => inFiles.includes(way)))('%s with %s', (name, _, way) => {
  it('finds them in exports, even when they read everything', async () => {
    const who = world.people[name];
    await grantVariant(world, roles, who, way);
    await world.owner.call('POST', '/grants', { user_id: who.user.id, role_id: roles.viewer });
    for (const { one, ids } of await findExpected(name, way)) {
      if (!one.exportPath) continue;
      const path = `${one.exportPath}/export`;
      const asked = { format: 'ndjson', columns: ['id'] };
      if (ids === null) expect((await who.call('POST', path, asked)).status).toBe(403);
      else {
        const { text, row } = await exportAndDownload(world.service, who, path, asked);
        const found = text.split('\n').filter(Boolean);
        expect([path, sorted(found.map((line) => JSON.parse(line).id))]).toEqual([path, ids]);
        expect(row.row_count).toBe(ids.length);
      }
    }
  });

  it.skipIf(chosen)('finds their beginnings on the stream', async () => {
    const { owner, people, teams, service } = world;
    const who = people[name];
    await grantVariant(world, roles, who, way);
    const expected = await findExpected(name, way);
    const stream = await openStream(service.url, who.token, '?last_event_id=0');
    // What is made last arrives last: by then everything else did.
    const mine = way.bound ? { assigned_team_id: teams.crew } : { assigned_to: who.user.id };
    const last = (await owner.call('POST', '/tasks', { title: 'The last one', ...mine })).body.id;
    const made = (code: string) =>
      stream.messages
        .map((message) => message.data)
        .filter((event) => event.event_type === `${code}.post_create`)
        .map((event) => event.aggregate_id)
        .filter((id) => code !== 'task' || id !== last);
    await stream.until('the last task', ({ messages }) =>
      messages.some(({ data }) => data.event_type === 'task.post_create' && data.aggregate_id === last),
    );
    await stream.close();
    for (const code of ['task', 'employee', 'team']) {
      const ids = expected.find(({ one }) => one.resource.code === code)?.ids;
      expect([code, sorted(made(code))]).toEqual([code, ids ?? []]);
    }
  });
});

it('requests every lasting row one by one in some case', () => {
  const missed = [...rowsOf].map(([code, { requested, lasting }]) => [
    code,
    lasting.length > 0,
    lasting.filter((id) => !requested.has(id)),
  ]);
  expect(missed).toEqual(scopedResources.map(({ resource }) => [resource.code, true, []]));
});

it('walks every resource whose rows can be told apart, and none in vain', async () => {
  const codes = scopedResources.map((one) => one.resource.code);
  const known = ['task', 'employee', 'team', 'user', 'export', 'file'];
  expect(codes.toSorted()).toEqual(chosen ? chosen.toSorted() : expect.arrayContaining(known));
  expect(scopedResources.filter((one) => !one.list && !one.childList)).toEqual([]);
  const { org_id, id: user_id } = world.people.worker.user;
  const worker = { org_id, user_id, employee_id: world.employees.worker };
  for (const { resource } of scopedResources) {
    const rows = await ownedRows(world, resource.rows, worker);
    expect([resource.code, rows.length > 1]).toEqual([resource.code, true]);
  }
});
