import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCategoryFixtures } from './testing/category-fixtures.ts';

let service: TestService;
let owner: Client;
let fixtures: ReturnType<typeof createCategoryFixtures>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  fixtures = createCategoryFixtures(owner);
});

const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const merge = (id: number, into_id: unknown, by = owner) =>
  by.call('POST', `/categories/${id}/merge`, { into_id });
const get = async (path: string) => (await owner.call('GET', path)).body;
const positions = async (parent_id: number) =>
  (await get(`/categories?parent_id=${parent_id}`)).data.map((one: any) => `${one.position} ${one.name}`);

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

it('moves children and initiatives to the other category, archives the merged one and records all of it', async () => {
  const [source, target] = [await fixtures.category('Source'), await fixtures.category('Target')];
  await fixtures.category('T1', { parent_id: target.id });
  const s1 = await fixtures.category('S1', { parent_id: source.id });
  const s2 = await fixtures.category('S2', { parent_id: source.id });
  const last = await fixtures.category('Last');
  const initiative = await fixtures.initiative({ category_id: source.id });
  const deleted = await fixtures.initiative({ category_id: source.id });
  await owner.call('DELETE', `/initiatives/${deleted.id}`);
  const other = await fixtures.initiative({ category_id: last.id });

  const { result, events, audit, outbox } = await recorded(() => merge(source.id, target.id));
  expect(result).toMatchObject({ status: 200, body: { id: target.id, position: 0, parent_id: null } });
  expect(result.body).toEqual(await get(`/categories/${target.id}`));
  expect(events).toEqual([
    `category.post_archive ${source.id}`,
    `category.merged ${source.id}`,
    `category.post_update ${s1.id}`,
    `category.post_update ${s2.id}`,
    `initiative.post_update ${initiative.id}`,
  ]);
  expect(outbox).toBe(events.length);
  expect(audit).toMatchObject([
    { action: 'archive', resource: 'category', record_id: source.id },
    { action: 'update', record_id: s1.id, after: { parent_id: target.id, position: 1 } },
    { action: 'update', record_id: s2.id, after: { parent_id: target.id, position: 2 } },
    { action: 'update', resource: 'initiative', before: { category_id: source.id } },
  ]);
  expect(await fixtures.tree()).toBe('Target [T1, S1, S2], Last');
  expect(await positions(target.id)).toEqual(['0 T1', '1 S1', '2 S2']);
  expect((await get(`/initiatives/${initiative.id}`)).category_id).toBe(target.id);
  expect((await get(`/initiatives/${other.id}`)).category_id).toBe(last.id);
  expect((await owner.call('GET', `/categories/${source.id}`)).status).toBe(404);
  expect((await get(`/categories/${last.id}`)).position).toBe(1);
});

it('merges a category into its parent, whose other children keep their order', async () => {
  const top = await fixtures.category('Top');
  const [source] = [
    await fixtures.category('Source', { parent_id: top.id }),
    await fixtures.category('Other', { parent_id: top.id }),
  ];
  await fixtures.category('Source', { parent_id: source.id });
  expect((await merge(source.id, top.id)).status).toBe(200);
  expect(await positions(top.id)).toEqual(['0 Other', '1 Source']);
});

it('frees the code and the name of the merged category', async () => {
  const [source, target] = [
    await fixtures.category('Source', { code: 'same' }),
    await fixtures.category('Target'),
  ];
  await merge(source.id, target.id);
  expect((await fixtures.category('Source', { code: 'SAME' })).code).toBe('SAME');
});

describe('is rejected', () => {
  it('for the category itself, one below it, and too deep a tree', async () => {
    const source = await fixtures.category('Source');
    const child = await fixtures.category('Child', { parent_id: source.id });
    const grandchild = await fixtures.category('Grandchild', { parent_id: child.id });
    await expectRejected(() => merge(source.id, source.id), { into_id: ['Must be another category'] });
    await expectRejected(() => merge(source.id, grandchild.id), {
      into_id: ['Must not be below the merged category; move it first'],
    });
    const top = await fixtures.category('Top');
    const second = await fixtures.category('Second', { parent_id: top.id });
    const third = await fixtures.category('Third', { parent_id: second.id });
    await expectRejected(() => merge(source.id, third.id), {
      into_id: ['Exceeds the maximum depth of 4 levels'],
    });
    expect((await merge(source.id, second.id)).status).toBe(200);
  });

  it('for a category of another use, a deleted, a foreign and a missing one', async () => {
    const source = await fixtures.category('Source');
    const lead = await fixtures.category('Lead', { applies_to: 'lead' });
    await expectRejected(() => merge(source.id, lead.id), {
      into_id: ['Must be a category with applies_to = initiative'],
    });
    const gone = await fixtures.category('Gone');
    await owner.call('DELETE', `/categories/${gone.id}`);
    const foreign = await createCategoryFixtures(await service.newOrganization()).category('Foreign');
    for (const into_id of [gone.id, foreign.id, 2_000_000_000])
      await expectRejected(() => merge(source.id, into_id), { into_id: ['Does not exist'] });
  });

  it('if both have a category of the same name below them, regardless of case', async () => {
    const [source, target] = [await fixtures.category('Source'), await fixtures.category('Target')];
    await fixtures.category('Events', { parent_id: source.id });
    const same = await fixtures.category('EVENTS', { parent_id: target.id });
    await expectRejected(() => merge(source.id, target.id), {
      into_id: ['Both have a category named "Events" below them; merge or rename these first'],
    });
    await owner.call('DELETE', `/categories/${same.id}`);
    expect((await merge(source.id, target.id)).status).toBe(200);
  });

  it('if it has more initiatives than one transaction can change', async () => {
    const [source, target] = [await fixtures.category('Source'), await fixtures.category('Target')];
    await executeOperational(
      service.platform,
      Prisma.sql`insert into initiatives (org_id, name, code, category_id)
        select ${owner.user.org_id}, 'One of many', 'many-' || n, ${source.id} from generate_series(0, 10000) n
        returning id`,
    );
    await expectRejected(() => merge(source.id, target.id), {
      id: ['Has more than 10000 initiatives; move or delete some first'],
    });
  });

  it('if the other category would have more than 1,000 children', async () => {
    const [source, target] = [await fixtures.category('Source'), await fixtures.category('Target')];
    await executeOperational(
      service.platform,
      Prisma.sql`insert into categories (org_id, applies_to, name, code, parent_id, position)
        select ${owner.user.org_id}, 'initiative', 'One of many ' || n, 'many-' || n, ${source.id}, n
        from generate_series(0, 999) n returning id`,
    );
    await fixtures.category('One more', { parent_id: target.id });
    await expectRejected(() => merge(source.id, target.id), {
      into_id: ['There can be at most 1,000 categories next to each other'],
    });
  });

  it('without the right to archive, which update does not include', async () => {
    const [source, target] = [await fixtures.category('Source'), await fixtures.category('Target')];
    const permissions = ['category:read', 'category:update'].map((permission) => ({
      permission,
      scopes: ['org'],
    }));
    await owner.call('POST', '/roles', { code: 'editor', name: 'Editor', permissions });
    const [editor, hr] = [await service.newUser(owner, ['editor']), await service.newUser(owner, ['hr'])];
    const { result, ...left } = await recorded(() => merge(source.id, target.id, editor));
    // Denied calls have an audit entry.
    expect([result.status, result.body.error, left.events]).toEqual([
      403,
      'Requires category:archive on this category',
      [],
    ]);
    expect((await merge(source.id, target.id, hr)).status).toBe(200);
  });
});

describe('concurrent requests', () => {
  it('leave no initiative in the merged category', async () => {
    for (let round = 0; round < 4; round += 1) {
      const source = await fixtures.category(`Source ${round}`);
      const target = await fixtures.category(`Target ${round}`);
      const [first, second] = [await fixtures.initiative(), await fixtures.initiative()];
      const assign = (id: number) => owner.call('PATCH', `/initiatives/${id}`, { category_id: source.id });
      const [merged, ...assigned] = await Promise.all([
        merge(source.id, target.id),
        assign(first.id),
        assign(second.id),
      ]);
      expect(merged.status).toBe(200);
      for (const [index, { status }] of assigned.entries()) {
        const { category_id } = await get(`/initiatives/${[first, second][index]?.id}`);
        expect([status, category_id]).toEqual(status === 200 ? [200, target.id] : [422, null]);
      }
    }
  });

  it('merge only one of two categories that are merged into each other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [await fixtures.category(`A${round}`), await fixtures.category(`B${round}`)];
      const responses = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
      expect(responses.map(({ status }) => status)).toContain(200);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await fixtures.tree()).toMatch(new RegExp(`\\b[AB]${round}$`));
    }
  });

  it('keep the positions of the siblings without gaps, during a reorder', async () => {
    for (let round = 0; round < 6; round += 1) {
      const top = (await fixtures.category(`Top ${round}`)).id;
      const [source, x, y] = [
        await fixtures.category('Source', { parent_id: top }),
        await fixtures.category('X', { parent_id: top }),
        await fixtures.category('Y', { parent_id: top }),
      ];
      const ids = [y.id, x.id, source.id];
      const [merged, reordered] = await Promise.all([
        merge(source.id, x.id),
        owner.call('POST', '/categories/reorder', { applies_to: 'initiative', parent_id: top, ids }),
      ]);
      expect(merged.status).toBe(200);
      expect(await positions(top)).toEqual(reordered.status === 200 ? ['0 Y', '1 X'] : ['0 X', '1 Y']);
    }
  });

  it('leave no child below the merged category', async () => {
    for (let round = 0; round < 4; round += 1) {
      const source = await fixtures.category(`Source ${round}`);
      const target = await fixtures.category(`Target ${round}`);
      const child = await fixtures.category(`Child ${round}`);
      const [merged, moved] = await Promise.all([
        merge(source.id, target.id),
        owner.call('POST', `/categories/${child.id}/move`, { parent_id: source.id }),
      ]);
      expect(merged.status).toBe(200);
      const { parent_id } = await get(`/categories/${child.id}`);
      expect(parent_id).toBe(moved.status === 200 ? target.id : null);
    }
  });
});
