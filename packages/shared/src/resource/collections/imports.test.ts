import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BranchService, startBranches } from '../testing/branches.ts';

let world: BranchService;
let owner: Client;
beforeAll(async () => {
  world = await startBranches();
});
beforeEach(async () => {
  owner = await world.newOrganization();
});
afterAll(() => world.stop());

const imported = (resource: string, rows: Record<string, string>[]) =>
  recordedBy(world.service, owner.user.org_id, () =>
    owner.call('POST', '/branches/rows', { resource, rows }),
  );
const fieldErrors = (response: { body: any }) => response.body.details?.fieldErrors;

describe('an import of a tree', () => {
  const site = { name: 'Site', kind: 'site', parent: '' };
  const house = { name: 'House', kind: 'building', parent: 'site' };
  const hall = { name: 'Hall', kind: 'room', parent: 'House' };

  const tree = async () => {
    const { body } = await owner.call('GET', '/branches/tree');
    const lines = (rows: any[], above: string): string[] =>
      rows.flatMap((row) => [`${above}${row.name}`, ...lines(row.children, `${above}${row.name}/`)]);
    return lines(body.data, '');
  };

  it('resolves parents by key, also within the same file', async () => {
    const { result, events } = await imported('branch', [site, house, hall]);
    expect(result.body).toEqual(['created', 'created', 'created']);
    expect(events).toHaveLength(3);
    expect(await tree()).toEqual(['Site', 'Site/House', 'Site/House/Hall']);
  });

  it('moves an existing row, unless the file has no parent column', async () => {
    await imported('branch', [site, house, hall]);
    const { result } = await imported('branch', [{ name: 'Hall', kind: 'room' }]);
    expect([result.body, await tree()]).toEqual([['updated'], ['Site', 'Site/House', 'Site/House/Hall']]);
    await imported('branch', [{ name: 'Hall', kind: 'room', parent: '' }]);
    expect(await tree()).toEqual(['Site', 'Site/House', 'Hall']);
  });

  it('rejects a parent that does not exist or is not allowed for the kind', async () => {
    for (const [rows, message] of [
      [[{ ...hall, parent: 'Nowhere' }], 'Does not exist'],
      [[site, { ...hall, parent: 'Site' }], 'room must be at the top or below building or room'],
    ] as const) {
      const { result, ...records } = await imported('branch', [...rows]);
      expect([fieldErrors(result), records]).toEqual([{ parent: [message] }, nothing]);
    }
  });
});

it('an import accepts effective dates', async () => {
  const team_id = String((await owner.call('POST', '/teams', { name: 'Team' })).body.id);
  const term = { name: 'First', team_id, starts_on: '2026-01-01', ends_on: '' };
  expect((await imported('term', [term])).result.body).toEqual(['created']);
  expect((await owner.call('GET', '/terms')).body.data).toMatchObject([
    { ...term, team_id: Number(team_id), ends_on: null },
  ]);
  const { result, ...records } = await imported('term', [{ ...term, ends_on: '2025-01-01' }]);
  expect([fieldErrors(result), records]).toEqual([{ ends_on: ['Must not be before starts_on'] }, nothing]);
});

it('an import accepts custom fields as JSON', async () => {
  const first = await imported('draft', [{ title: 'One', custom: '{"color":"red"}' }]);
  expect(first.result.body).toEqual(['created']);
  expect((await owner.call('GET', '/drafts')).body.data).toMatchObject([
    { title: 'One', custom: { color: 'red' } },
  ]);
  const { result } = await imported('draft', [{ title: 'Two', custom: '{"color":1}' }]);
  expect(fieldErrors(result)).toEqual({ 'custom.color': ['Must be text'] });
});
