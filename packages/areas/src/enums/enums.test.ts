import { readdir, readFile } from 'node:fs/promises';
import { systemCaller } from '@wfp/shared';
import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemEnums } from './index.ts';
import { seedEnums } from './values/seed.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let hr: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const make = (code: string, by = owner) => by.call('POST', '/enums', { code, label: `The ${code}` });

describe('enums of the service', () => {
  it('are created with an organization, with event and audit entry for each row', async () => {
    const org_id = 1_000_000;
    const origin = { request_id: 'seed', ip: null, user_agent: null };
    const caller = systemCaller(service.platform, org_id, origin, ['enum.post_create', 'enum.value.created']);
    const { events, audit, outbox } = await recordedBy(service, org_id, () =>
      writeInTransaction(caller, (tx) => seedEnums(tx, caller)),
    );
    const count = systemEnums.length + systemEnums.flatMap((one) => one.values).length;
    expect([events.length, audit.length, outbox]).toEqual([count, count, count]);
    const rows =
      await service.rows(sql`select e.code, e.is_extensible, array_agg(v.code order by v.position) as values,
        array_agg(v.code) filter (where v.is_default) as preset
      from enums e join enum_values v on v.org_id = e.org_id and v.enum_id = e.id
      where e.org_id = ${org_id} and e.is_system and v.is_system group by e.id, e.code, e.is_extensible`);
    const shown = Object.fromEntries(rows.map(({ code, ...one }) => [code, one]));
    for (const one of systemEnums) {
      const { is_extensible, values } = one;
      expect(shown[one.code]).toEqual({
        is_extensible,
        values: [...values],
        preset: one.default ? [one.default] : null,
      });
    }
  });

  it('are the same in the migration for existing organizations', async () => {
    const folder = new URL('../../../../prisma/migrations/', import.meta.url);
    const name = (await readdir(folder)).find((one) => one.endsWith('_enum_replacements'));
    const text = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
    for (const one of systemEnums) {
      one.values.forEach((value, position) => {
        expect(text).toMatch(
          new RegExp(`\\('${one.code}', '${value}', '[^']+', ${position}, ${value === one.default}\\)`),
        );
      });
    }
  });
});

describe('an enum of the organization', () => {
  it('is created, renamed and archived, and recorded each time', async () => {
    const created = await recorded(() => make('  Regions '));
    expect(created.result).toMatchObject({
      status: 201,
      body: {
        code: 'regions',
        is_system: false,
        is_extensible: true,
        created_by: owner.user.id,
        deleted_at: null,
      },
    });
    const { id } = created.result.body;
    expect([created.events, created.audit.length, created.outbox]).toEqual([
      [`enum.post_create ${id}`],
      1,
      1,
    ]);

    const renamed = await recorded(() => hr.call('PATCH', '/enums/regions', { label: 'Territories' }));
    expect(renamed.result).toMatchObject({
      status: 200,
      body: { label: 'Territories', updated_by: hr.user.id },
    });
    expect(renamed.audit).toMatchObject([
      { action: 'update', resource: 'enum', record_id: id, after: { label: 'Territories' } },
    ]);

    const value = (await owner.call('POST', '/enums/regions/values', { code: 'north', label: 'North' })).body;
    const gone = await recorded(() => owner.call('DELETE', '/enums/regions'));
    expect([gone.result.status, gone.events]).toEqual([
      204,
      [`enum.post_archive ${id}`, `enum.value.deleted ${id}`],
    ]);
    expect(gone.audit.map((one) => [one.resource, one.record_id])).toEqual([
      ['enum', id],
      ['enum_value', value.id],
    ]);
    expect((await owner.call('GET', '/enums/regions')).status).toBe(404);
    expect((await make('regions')).status).toBe(201);
    const { body } = await owner.call('GET', '/enums?deleted=true&q=territ');
    expect(body).toMatchObject({ total: 1, data: [{ id, code: 'regions', deleted_at: expect.any(String) }] });
    expect((await hr.call('GET', '/enums?deleted=true')).status).toBe(403);
  });

  it('is restored with the values that were deleted with it, in their order', async () => {
    const { id } = (await make('seasons')).body;
    const value = async (code: string) =>
      (await owner.call('POST', '/enums/seasons/values', { code, label: code })).body.id as number;
    const [spring, early, summer] = [await value('spring'), await value('early'), await value('summer')];
    await owner.call('DELETE', `/enums/seasons/values/${early}`);
    const before = (await owner.call('GET', '/enums/seasons')).body;
    await owner.call('DELETE', '/enums/seasons');
    const gone = await recorded(() => owner.call('POST', `/enums/${id}/restore`));
    expect(gone.result).toMatchObject({ status: 200, body: { id, code: 'seasons', deleted_at: null } });
    expect(Object.keys(gone.result.body).sort()).toEqual(
      Object.keys(before)
        .filter((name) => name !== 'values')
        .sort(),
    );
    expect([gone.events, gone.outbox]).toEqual([
      [`enum.post_restore ${id}`, `enum.value.restored ${id}`, `enum.value.restored ${id}`],
      3,
    ]);
    expect(gone.audit).toMatchObject(
      [
        ['enum', id],
        ['enum_value', spring],
        ['enum_value', summer],
      ].map(([resource, record_id]) => ({
        ...{ action: 'restore', resource, record_id },
        ...{ before: { deleted_at: expect.any(String) }, after: { deleted_at: null } },
      })),
    );
    const codesOf = ({ values }: any) => values.map((one: any) => [one.position, one.code]);
    expect(codesOf((await owner.call('GET', '/enums/seasons')).body)).toEqual(codesOf(before));
    expect(codesOf(before)).toEqual([
      [0, 'spring'],
      [1, 'summer'],
    ]);
    expect((await owner.call('POST', `/enums/${id}/restore`)).status).toBe(404);
  });

  it('is restored without values if all of them were deleted before', async () => {
    const { id } = (await make('phases')).body;
    const value = { code: 'waning', label: 'Waning' };
    const { body } = await owner.call('POST', '/enums/phases/values', value);
    await owner.call('PATCH', `/enums/phases/values/${body.id}`, { is_default: false });
    expect((await owner.call('DELETE', `/enums/phases/values/${body.id}`)).status).toBe(204);
    await owner.call('DELETE', '/enums/phases');
    const { events } = await recorded(() => owner.call('POST', `/enums/${id}/restore`));
    expect(events).toEqual([`enum.post_restore ${id}`]);
    expect((await owner.call('GET', '/enums/phases')).body.values).toEqual([]);
  });

  it('is not restored while another enum has its code', async () => {
    const { id } = (await make('tides')).body;
    await owner.call('POST', '/enums/tides/values', { code: 'ebb', label: 'Ebb' });
    await owner.call('DELETE', '/enums/tides');
    await make('tides');
    const restore = () => owner.call('POST', `/enums/${id}/restore`);
    const { result, ...left } = await recorded(restore);
    expect([result.status, result.body.details?.fieldErrors, left]).toEqual([
      422,
      { code: ['Is already taken'] },
      nothing,
    ]);
    await owner.call('DELETE', '/enums/tides');
    expect((await restore()).status).toBe(200);
    expect((await owner.call('GET', '/enums/tides')).body.values).toMatchObject([{ code: 'ebb' }]);
  });

  it('is listed when deleted and restored only with enum:manage, in its organization', async () => {
    const { id } = (await make('winds')).body;
    await owner.call('DELETE', '/enums/winds');
    const stranger = await service.newOrganization();
    const { result, events } = await recorded(() =>
      Promise.all([
        hr.call('GET', '/enums?deleted=true'),
        hr.call('POST', `/enums/${id}/restore`),
        employee.call('POST', `/enums/${id}/restore`),
        stranger.call('POST', `/enums/${id}/restore`),
        owner.call('POST', '/enums/winds/restore'),
      ]),
    );
    expect([result.map((one) => one.status), events]).toEqual([[403, 403, 403, 404, 404], []]);
    const list = async (by: Client) =>
      (await by.call('GET', '/enums?deleted=true&q=winds')).body.data.map((one: { id: number }) => one.id);
    expect([await list(owner), await list(stranger)]).toEqual([[id], []]);
  });

  it('has a unique code, regardless of case, under concurrency', async () => {
    const answers = await recorded(() =>
      Promise.all(['areas', 'Areas', 'AREAS', ' areas'].map((code) => make(code))),
    );
    expect(answers.result.map((one) => one.status).sort()).toEqual([201, 422, 422, 422]);
    const rejected = answers.result.find((one) => one.status === 422);
    expect(rejected?.body.details.fieldErrors).toEqual({ code: ['Is already taken'] });
    expect([answers.events.length, answers.audit.length]).toEqual([1, 1]);
    expect((await owner.call('GET', '/enums/AREAS')).body.code).toBe('areas');
  });

  it.each(['', '1st', 'a b', 'ä', 'a'.repeat(51), '_x'])('cannot have the code %j', async (code) => {
    const { result, ...left } = await recorded(() => make(code));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['code']]);
    expect(left).toEqual(nothing);
  });

  it('is not recorded again by a PATCH that changes nothing', async () => {
    const { body } = await make('planets');
    for (const patch of [{ label: body.label }, {}]) {
      const { result, ...left } = await recorded(() => hr.call('PATCH', '/enums/planets', patch));
      expect([result.status, result.body, left]).toEqual([200, body, nothing]);
    }
  });

  it('is found by code or label, and listed after those of the service', async () => {
    await make('moons');
    const codes = async (query: string) =>
      (await owner.call('GET', `/enums?${query}&limit=100`)).body.data.map(
        (one: { code: string }) => one.code,
      );
    expect(await codes('q=The%20moo')).toEqual(['moons']);
    expect(await codes('q=moons&is_system=true')).toEqual([]);
    const all = await codes('sort=-is_system,code');
    expect(all.indexOf('moons')).toBeGreaterThan(all.indexOf('task_type'));
    expect(await codes('sort=-is_system,code')).toEqual(await codes(''));
  });

  it('is readable by all and changed only with the permission', async () => {
    await make('colours');
    expect((await employee.call('GET', '/enums/colours')).status).toBe(200);
    const { result, events } = await recorded(() =>
      Promise.all([
        make('tools', employee),
        employee.call('PATCH', '/enums/colours', { label: 'x' }),
        employee.call('DELETE', '/enums/colours'),
        employee.call('POST', '/enums/colours/values', { code: 'red', label: 'Red' }),
      ]),
    );
    expect([result.map((one) => one.status), events]).toEqual([[403, 403, 403, 403], []]);
  });
});
