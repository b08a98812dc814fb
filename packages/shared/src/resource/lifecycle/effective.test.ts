import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BranchService, startBranches } from '../testing/branches.ts';

let world: BranchService;
let owner: Client;
let team_id: number;
beforeAll(async () => {
  world = await startBranches();
});
beforeEach(async () => {
  owner = await world.newOrganization();
  team_id = (await createRow('/teams', { name: 'Team' })).id;
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const createRow = async (path: string, body: object, by = owner): Promise<any> => {
  const response = await by.call('POST', path, body);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const fieldErrors = (response: { body: any }) => response.body.details?.fieldErrors;
const today = new Date().toISOString().slice(0, 10);

describe('effective dates', () => {
  const term = (name: string, starts_on: string, ends_on: string | null = null) => ({
    ...{ name, team_id, starts_on, ends_on },
  });

  it('list the rows effective on a date, both ends inclusive', async () => {
    await createRow('/terms', term('first', '2026-01-01', '2026-06-30'));
    await createRow('/terms', term('second', '2026-07-01'));
    const on = async (date: string) =>
      (await owner.call('GET', `/terms?as_of=${date}`)).body.data.map((one: any) => one.name);
    expect([
      await on('2025-12-31'),
      await on('2026-01-01'),
      await on('2026-06-30'),
      await on('2030-01-01'),
    ]).toEqual([[], ['first'], ['first'], ['second']]);
    expect((await owner.call('GET', '/terms?as_of=soon')).status).toBe(422);
  });

  it('reject overlapping periods of a group, even if they are created concurrently', async () => {
    const both = await Promise.all([
      owner.call('POST', '/terms', term('a', '2026-01-01')),
      owner.call('POST', '/terms', term('b', '2026-03-01', '2026-04-01')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const rejected = both.find(({ status }) => status === 422) as { body: any };
    expect(fieldErrors(rejected)).toEqual({ starts_on: ['Overlaps another period'] });
    const other = (await createRow('/teams', { name: 'Other' })).id;
    await createRow('/terms', { ...term('c', '2026-03-01'), team_id: other });
  });

  it('reject an end before the start', async () => {
    const rejected = await owner.call('POST', '/terms', term('a', '2026-02-01', '2026-01-31'));
    expect(fieldErrors(rejected)).toEqual({ ends_on: ['Must not be before starts_on'] });
    const { id } = await createRow('/terms', term('b', '2026-02-01', '2026-03-01'));
    const later = await owner.call('PATCH', `/terms/${id}`, { ends_on: '2026-01-01' });
    expect([later.status, Object.keys(fieldErrors(later))]).toEqual([422, ['ends_on']]);
  });
});

describe('rows that archiving ends', () => {
  const stay = (fields: object = {}) => createRow('/stays', { team_id, name: 'stay', ...fields });
  const names = async (query = '') =>
    (await owner.call('GET', `/stays?${query}`)).body.data.map((one: any) => one.name);

  it('start today, or on a date that can be set only on create', async () => {
    const { id, starts_on, ends_on } = await stay();
    expect([starts_on, ends_on]).toEqual([today, null]);
    const other = (await createRow('/teams', { name: 'Other' })).id;
    expect(await stay({ team_id: other, starts_on: '2024-02-29' })).toMatchObject({
      starts_on: '2024-02-29',
    });
    for (const body of [{ starts_on: '2024-01-01' }, { ends_on: '2024-01-01' }]) {
      const { result, ...records } = await recorded(() => owner.call('PATCH', `/stays/${id}`, body));
      expect([result.status, Object.keys(fieldErrors(result))]).toEqual([422, Object.keys(body)]);
      expect(records).toMatchObject(nothing);
    }
    expect((await owner.call('POST', '/stays', { team_id, ends_on: today })).status).toBe(422);
  });

  it('end today, recorded as an archive event, and remain readable', async () => {
    const { id } = await stay({ starts_on: '2024-01-01' });
    const { result, events, audit } = await recorded(() => owner.call('DELETE', `/stays/${id}`));
    expect([result.status, events]).toEqual([204, [`stay.post_archive ${id}`]]);
    expect(audit).toMatchObject([
      { action: 'archive', before: { ends_on: null }, after: { ends_on: today } },
    ]);
    expect((await owner.call('GET', `/stays/${id}`)).body).toMatchObject({
      ends_on: today,
      deleted_at: null,
    });
  });

  it('are never effective if ended before their start', async () => {
    const { id } = await stay({ starts_on: '2999-12-31' });
    await owner.call('DELETE', `/stays/${id}`);
    expect((await owner.call('GET', `/stays/${id}`)).body.ends_on).toBe('2999-12-31');
    expect(await names('as_of=2999-12-31')).toEqual([]);
    expect(await names('over=true')).toEqual(['stay']);
  });

  it('cannot be changed, ended again or restored once they have ended', async () => {
    const { id } = await stay();
    await owner.call('DELETE', `/stays/${id}`);
    for (const [method, path] of [
      ['PATCH', `/stays/${id}`],
      ['DELETE', `/stays/${id}`],
      ['POST', `/stays/${id}/restore`],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'new' } : undefined;
      const { result, ...records } = await recorded(() => owner.call(method, path, body));
      expect([method, result.status]).toEqual([method, 404]);
      expect(records).toMatchObject(nothing);
    }
  });

  it('are listed as current and future, by date, or as ended', async () => {
    const ended = await stay({ name: 'ended', starts_on: '2024-01-01' });
    await owner.call('DELETE', `/stays/${ended.id}`);
    await stay({ name: 'here' });
    const other = (await createRow('/teams', { name: 'Other' })).id;
    await stay({ name: 'comes', team_id: other, starts_on: '2999-01-01' });
    expect(await names()).toEqual(['here', 'comes']);
    expect(await names('over=false')).toEqual(['here', 'comes']);
    expect(await names('over=true')).toEqual(['ended']);
    expect(await names('as_of=2024-06-01')).toEqual(['ended']);
    expect(await names('as_of=2024-06-01&over=false')).toEqual([]);
    expect(await names(`as_of=${today}`)).toEqual(['here']);
    expect((await owner.call('GET', '/stays')).body.total).toBe(2);
  });

  it('can start on the day on which another ended, without overlap', async () => {
    const first = await stay({ starts_on: '2024-01-01' });
    const overlapping = { team_id, name: 'again', starts_on: '2024-06-01' };
    expect(fieldErrors(await owner.call('POST', '/stays', overlapping))).toEqual({
      starts_on: ['Overlaps another period'],
    });
    await owner.call('DELETE', `/stays/${first.id}`);
    expect((await owner.call('POST', '/stays', overlapping)).status).toBe(422);
    await stay();
  });
});

describe('warnings', () => {
  const unwise = { name: 'unwise' };
  it('are in responses to create and update, only if there are any', async () => {
    const created = await owner.call('POST', '/stays', { team_id, ...unwise });
    expect([created.status, created.body.warnings]).toEqual([201, ['unwise is not a valid name']]);
    const path = `/stays/${created.body.id}`;
    expect((await owner.call('GET', path)).body).not.toHaveProperty('warnings');
    const same = await recorded(() => owner.call('PATCH', path, unwise));
    expect([same.result.status, same.result.body]).toEqual([200, created.body]);
    expect(same).toMatchObject(nothing);
    const wise = await owner.call('PATCH', path, { name: 'wise' });
    expect([wise.status, 'warnings' in wise.body]).toEqual([200, false]);
    expect((await owner.call('PATCH', path, unwise)).body.warnings).toHaveLength(1);
  });
});
