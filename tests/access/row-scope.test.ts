import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { Client } from '@wfp/testing';
import { openServedStream } from '@wfp/testing/stream-client.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAndDownload } from '../../packages/areas/src/transfers/testing/transfers.ts';
import { type MentionedIds, writeMentions } from './prompt-mentions.ts';
import { type ExpectedRows, findExpected } from './row-scope-expected.ts';
import { loadStructure, ownedRows, type Structure } from './row-scope-model.ts';
import {
  chosen,
  grantVariant,
  makeRoles,
  type ScopedResource,
  scopedResources,
  scopeVariants,
} from './row-scope-variants.ts';
import { type RowScopeWorld, readerNames, startRowScopeWorld, waitUntilSettled } from './row-scope-world.ts';

const { sql, raw } = Prisma;

/**
 * Users see exactly the rows of their row scope: in lists and totals, as single rows, in explanations, exports,
 * events and on the stream. The expectation is computed independently, from plain rows.
 */
let world: RowScopeWorld;
let structure: Structure;
let roles: Record<string, number>;
let mentions: Map<number, MentionedIds>;
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
  mentions = await writeMentions(world);
});
afterAll(async () => {
  await worker?.stop();
  await world?.service.stop();
});

/** The ids of those of the records whose names the user gets. */
async function namesOf(who: Client, code: string, ids: readonly number[]): Promise<number[]> {
  const { status, body } = await who.call('GET', `/names?${code}=${ids.join()}`);
  expect([code, status]).toEqual([code, 200]);
  return body[code].map((one: { id: number }) => one.id);
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

/** Expects that the list below each parent has exactly the permitted rows, or that the parent is not found. */
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
    const permitted = sorted(its.map((row) => row.id).filter((id) => ids?.includes(id)));
    expect([resource.code, found, body.total]).toEqual([resource.code, permitted, permitted.length]);
  }
}

const declaredTypes = new Set(catalogueOf(areas).map(({ type }) => type));

/** Returns the aggregates of the `post_create` events that a user can list. */
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

/** True if there are `post_create` events of a resource. Cached for all cases. */
function hasCreationEvents(code: string): Promise<boolean> {
  const known =
    creationEventsByCode.get(code) ?? listCreatedInEvents(world.owner, code).then((ids) => ids.length > 0);
  creationEventsByCode.set(code, known);
  return known;
}

/** Private events are visible only to their subject users, regardless of their row scope. */
async function applyEventPrivacy({ user }: Client, code: string, ids: number[]): Promise<number[]> {
  const events = await world.service.rows<{ id: number; is_mine: boolean }>(
    sql`select aggregate_id as id, ${user.id}::int = any(subject_user_ids) as is_mine from events
      where org_id = ${user.org_id} and event_type = ${`${code}.post_create`} and is_private`,
  );
  const others = events.filter((event) => !event.is_mine).map((event) => event.id);
  const mine = events.filter((event) => event.is_mine).map((event) => event.id);
  return sorted([...ids.filter((id) => !others.includes(id)), ...mine]);
}

/** The owners of a role follow from grants, which its events do not contain. */
const resourcesWithoutEventOwner = ['role'];

const cases = readerNames.flatMap((name) =>
  scopeVariants.map((variant) => [name, variant.name, variant] as const),
);

/** By resource: the rows requested individually, and the rows that existed in every case so far. */
const rowsOf = new Map<string, { requested: Set<number>; permanent: number[] }>();

/** Selects one row per kind, preferring rows that no case has requested; every row of a resource without a list. */
function requestedRows({ one, all, kinds }: ExpectedRows, turn: number): number[] {
  const { requested = new Set<number>(), permanent = all } = rowsOf.get(one.resource.code) ?? {};
  const oneOf = (rows: number[]) =>
    rows.find((id) => !requested.has(id)) ?? (rows[turn % rows.length] as number);
  const chosen = one.list ? kinds.map(oneOf) : all;
  for (const id of chosen) requested.add(id);
  rowsOf.set(one.resource.code, { requested, permanent: permanent.filter((id) => all.includes(id)) });
  return chosen;
}

/** The owner asks for explanations. Rows that are hidden from the owner, such as private views, are like missing ones. */
const canOwnerRead = async (list: string | undefined, id: number) =>
  !list || (await world.owner.call('GET', `${list}/${id}`)).status === 200;

describe.each(cases)('%s with %s', (name, _, variant) => {
  const turn = readerNames.indexOf(name) * scopeVariants.length + scopeVariants.indexOf(variant);
  let who: Client;
  let expected: ExpectedRows[];
  beforeAll(async () => {
    who = world.people[name];
    await grantVariant(world, roles, who, variant);
    expected = await findExpected(world, structure, name, variant);
  });

  it('returns exactly the rows in scope in lists, individually and in explanations', async () => {
    for (const each of expected) {
      const { one, ids } = each;
      const { code } = one.resource;
      const requested = requestedRows(each, turn);
      const explained = requested.map(async (id) => {
        const query = `user_id=${who.user.id}&permission=${code}:read&record_id=${id}`;
        return [id, (await world.owner.call('GET', `/permissions/explain?${query}`)).body.allowed];
      });
      const allowed = requested.map(async (id) => [
        id,
        (ids?.includes(id) ?? false) && (await canOwnerRead(one.list, id)),
      ]);
      expect([code, await Promise.all(explained)]).toEqual([code, await Promise.all(allowed)]);
      if (one.childList) await expectChildRows(who, one, ids);
      if (!one.list) continue;
      const list = await listed(who, one.list);
      expect([code, list]).toEqual([code, ids && { ids, total: ids.length }]);
      if (one.resource.naming)
        expect([code, sorted(await namesOf(who, code, requested))]).toEqual([
          code,
          sorted(requested.filter((id) => ids?.includes(id))),
        ]);
      const fetched = requested.map(async (id) => [id, (await who.call('GET', `${one.list}/${id}`)).status]);
      const statuses = requested.map((id) => [id, ids === null ? 403 : ids.includes(id) ? 200 : 404]);
      expect([code, await Promise.all(fetched)]).toEqual([code, statuses]);
    }
  });

  it.skipIf(chosen)('shortens prompt runs that mention records out of scope', async () => {
    const permitted = (code: keyof MentionedIds) =>
      expected.find(({ one }) => one.resource.code === code)?.ids ?? [];
    const { status, body } = await who.call('GET', '/prompt-runs?limit=100');
    for (const run of status === 200 ? body.data : []) {
      const its = Object.entries(mentions.get(run.id) ?? {}) as [keyof MentionedIds, number[]][];
      if (its.length === 0) continue;
      const isPermitted = its.every(([code, ids]) => ids.every((id) => permitted(code).includes(id)));
      expect([run.id, its, run.is_shortened]).toEqual([run.id, its, !isPermitted]);
    }
  });

  it('lists exactly the creation events of the rows in scope', async () => {
    for (const { one, ids, all } of expected) {
      const { code } = one.resource;
      if (resourcesWithoutEventOwner.includes(code) || !(await hasCreationEvents(code))) continue;
      // Deleted rows still have events.
      const seen = (await listCreatedInEvents(who, code)).filter((id) => all.includes(id));
      expect([code, seen]).toEqual([code, ids === null ? [] : await applyEventPrivacy(who, code, ids)]);
    }
  });
});

const exportVariants = scopeVariants.filter(({ name }) => name === 'all three' || name.endsWith('crew'));

describe.each(cases.filter(([, , variant]) => exportVariants.includes(variant)))(
  '%s with %s',
  (name, _, variant) => {
    it('exports exactly the rows in scope of the export permission, even with read permission for all', async () => {
      const who = world.people[name];
      await grantVariant(world, roles, who, variant);
      await world.owner.call('POST', '/grants', { user_id: who.user.id, role_id: roles.viewer });
      for (const { one, ids } of await findExpected(world, structure, name, variant)) {
        if (!one.exportPath) continue;
        const path = `${one.exportPath}/export`;
        const requested = { format: 'ndjson', columns: ['id'] };
        if (ids === null) expect((await who.call('POST', path, requested)).status).toBe(403);
        else {
          const { text, row } = await exportAndDownload(world.service, who, path, requested);
          const found = text.split('\n').filter(Boolean);
          expect([path, sorted(found.map((line) => JSON.parse(line).id))]).toEqual([path, ids]);
          expect(row.row_count).toBe(ids.length);
        }
      }
    });

    it.skipIf(chosen)('streams exactly the creation events of the rows in scope', async () => {
      const { owner, people, teams, service } = world;
      const who = people[name];
      await grantVariant(world, roles, who, variant);
      const expected = await findExpected(world, structure, name, variant);
      const stream = await openServedStream(service.url, who.token, '?last_event_id=0');
      // Events arrive in order: the task created last marks the end.
      const mine = variant.bound ? { assigned_team_id: teams.crew } : { assigned_to: who.user.id };
      const last = (await owner.call('POST', '/tasks', { title: 'The last one', ...mine })).body.id;
      const created = (code: string) =>
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
        expect([code, sorted(created(code))]).toEqual([code, ids ?? []]);
      }
    });
  },
);

it('requests every row individually in some case', () => {
  const missed = [...rowsOf].map(([code, { requested, permanent }]) => [
    code,
    permanent.length > 0,
    permanent.filter((id) => !requested.has(id)),
  ]);
  expect(missed).toEqual(scopedResources.map(({ resource }) => [resource.code, true, []]));
});

it('covers every resource with row scopes, each with rows', async () => {
  const codes = scopedResources.map((one) => one.resource.code);
  const known = ['task', 'employee', 'team', 'user', 'export', 'file'];
  expect(codes.toSorted()).toEqual(chosen ? chosen.toSorted() : expect.arrayContaining(known));
  // Private data has one record for each employee, and no list.
  const unlisted = scopedResources.filter((one) => !one.list && !one.childList);
  expect(unlisted.map(({ resource }) => resource.code)).toEqual(
    chosen && !chosen.includes('employee_private') ? [] : ['employee_private'],
  );
  const { org_id, id: user_id } = world.people.worker.user;
  const worker = { org_id, user_id, employee_id: world.employees.worker };
  for (const { resource } of scopedResources) {
    const rows = await ownedRows(world, resource.rows, worker);
    expect([resource.code, rows.length > 1]).toEqual([resource.code, true]);
  }
});
