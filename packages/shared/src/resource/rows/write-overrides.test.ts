import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BranchService, decisions, startBranches } from '../testing/branches.ts';

let world: BranchService;
let owner: Client;
let team_id: number;
beforeAll(async () => {
  world = await startBranches();
});
beforeEach(async () => {
  owner = await world.newOrganization();
  team_id = (await owner.call('POST', '/teams', { name: 'Team' })).body.id;
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const decide = (fields: object = {}, by = owner) =>
  by.call('POST', '/decisions', { name: 'spring', starts_on: '2026-03-01', team_id, ...fields });

it('creates a row by an override, with its event and audit entry', async () => {
  const { result, events, audit } = await recorded(() => decide());
  expect([result.status, result.body]).toMatchObject([201, { name: 'spring', starts_on: '2026-03-01' }]);
  expect(events).toEqual([`term.post_create ${result.body.id}`]);
  expect(audit).toMatchObject([{ action: 'create', resource: 'term', record_id: result.body.id }]);
  expect((await owner.call('GET', `/decisions/${result.body.id}`)).body.name).toBe('spring');
});

it('archives a row by an override, if the caller has the right', async () => {
  const { id } = (await decide()).body;
  const viewer = await world.newUser(owner, ['viewer']);
  const stranger = await world.newOrganization();
  for (const [by, status] of [
    [viewer, 403],
    [stranger, 404],
  ] as const) {
    const { result, events, outbox } = await recorded(() => by.call('DELETE', `/decisions/${id}`));
    expect([result.status, events, outbox]).toEqual([status, [], 0]);
  }
  const { result, events } = await recorded(() => owner.call('DELETE', `/decisions/${id}`));
  expect([result.status, events]).toEqual([204, [`term.post_update ${id}`]]);
  expect((await owner.call('GET', `/terms/${id}`)).body.ends_on).toBe('2999-01-01');
});

it('writes nothing if the override throws', async () => {
  const { id } = (await decide({ name: 'kept' })).body;
  const { result, ...records } = await recorded(() => owner.call('DELETE', `/decisions/${id}`));
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, { id: ['Is kept'] }]);
  expect(records).toMatchObject(nothing);
});

it('reports every error of a check across fields', async () => {
  const { result, ...records } = await recorded(() => decide({ name: 'never' }));
  expect([result.status, result.body.details.fieldErrors]).toEqual([
    422,
    { name: ['Must not be never'], starts_on: ['Must not be 2026-03-01'] },
  ]);
  expect(records).toMatchObject(nothing);
});

it('declares exactly the events of the overrides, and none of its own', () => {
  expect(decisions.endpoints.map((one) => [one.method, one.summary, one.emits ?? []])).toEqual([
    ['get', 'List decisions', []],
    ['get', 'Fetch a decision', []],
    ['post', 'Decide on a term', ['term.post_create']],
    ['delete', 'Delete a decision', ['term.post_update']],
  ]);
  expect(decisions.events).toEqual([]);
});
