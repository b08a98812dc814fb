import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CreatedCategory, createCategoryFixtures } from './testing/category-fixtures.ts';

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
const move = (id: number, parent_id: number | null) =>
  owner.call('POST', `/categories/${id}/move`, { parent_id });

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

/** Creates categories, each below the previous one. */
async function chain(...names: string[]) {
  const made: CreatedCategory[] = [];
  for (const name of names) made.push(await fixtures.category(name, { parent_id: made.at(-1)?.id ?? null }));
  return made;
}

describe('GET /categories/tree', () => {
  it('returns the tree of a use in order, or those of all uses', async () => {
    const b = await fixtures.category('B');
    const a = await fixtures.category('A');
    await fixtures.category('A1', { parent_id: a.id });
    await fixtures.category('Talks', { applies_to: 'content_page' });
    const gone = await fixtures.category('Gone', { parent_id: b.id });
    await owner.call('DELETE', `/categories/${gone.id}`);
    expect(await fixtures.tree('?applies_to=initiative')).toBe('B, A [A1]');
    expect(await fixtures.tree('?applies_to=content_page')).toBe('Talks');
    expect(await fixtures.tree('?applies_to=content_page,initiative')).toBe('Talks, B, A [A1]');
    expect(await fixtures.tree('?applies_to=kudos')).toBe('');
    expect(await fixtures.tree()).toBe('Talks, B, A [A1]');
  });

  it('rejects an unknown use', async () => {
    const { status, body } = await owner.call('GET', '/categories/tree?applies_to=task');
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['applies_to']]);
  });
});

describe('POST /categories/:id/move', () => {
  it('moves a category with its children to the end of its new siblings', async () => {
    const [a, b] = [await fixtures.category('A'), await fixtures.category('B')];
    await fixtures.category('B1', { parent_id: b.id });
    await fixtures.category('A1', { parent_id: a.id });
    const { result, events, audit } = await recorded(() => move(a.id, b.id));
    expect(result.body).toMatchObject({ id: a.id, parent_id: b.id, position: 1 });
    expect(events).toEqual([`category.post_update ${a.id}`]);
    expect(audit).toMatchObject([
      { action: 'update', before: { parent_id: null }, after: { parent_id: b.id } },
    ]);
    expect(await fixtures.tree()).toBe('B [B1, A [A1]]');
    expect((await owner.call('GET', `/categories/${b.id}`)).body.position).toBe(0);
  });

  it('rejects the category itself, and those below it, as its parent', async () => {
    const [a, , c] = await chain('A', 'B', 'C');
    const below = { parent_id: ['Must not be the category itself or below it'] };
    for (const parent of [a, c]) {
      await expectRejected(() => move(a?.id ?? 0, parent?.id ?? 0), below);
      const patch = () => owner.call('PATCH', `/categories/${a?.id}`, { parent_id: parent?.id });
      await expectRejected(patch, below);
    }
  });

  it('rejects more than four levels, for a new category and for a moved one with children', async () => {
    const made = await chain('A', 'B', 'C', 'D');
    const tooDeep = { parent_id: ['Exceeds the maximum depth of 4 levels'] };
    const post = () =>
      owner.call('POST', '/categories', {
        ...{ applies_to: 'initiative', name: 'E', code: 'e', parent_id: made[3]?.id },
      });
    await expectRejected(post, tooDeep);
    const [x] = await chain('X', 'Y');
    await expectRejected(() => move(x?.id ?? 0, made[2]?.id ?? 0), tooDeep);
    expect((await move(x?.id ?? 0, made[1]?.id ?? 0)).status).toBe(200);
  });

  it('rejects a parent of another use, of another organization, and a deleted one', async () => {
    const a = await fixtures.category('A');
    const lead = await fixtures.category('Lead', { applies_to: 'lead' });
    const otherUse = { parent_id: ['Must have the same applies_to'] };
    await expectRejected(() => move(a.id, lead.id), otherUse);
    const post = () =>
      owner.call('POST', '/categories', {
        ...{ applies_to: 'initiative', name: 'B', code: 'b', parent_id: lead.id },
      });
    await expectRejected(post, otherUse);
    const missing = { parent_id: ['Does not exist'] };
    const foreign = await createCategoryFixtures(await service.newOrganization()).category('Foreign');
    const gone = await fixtures.category('Gone');
    await owner.call('DELETE', `/categories/${gone.id}`);
    for (const parent of [foreign, gone]) await expectRejected(() => move(a.id, parent.id), missing);
  });

  it('lets one of two moves succeed that together would close a cycle, by either endpoint', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [a, b, c] = [
        await fixtures.category(`A${round}`),
        await fixtures.category(`B${round}`),
        await fixtures.category(`C${round}`),
      ];
      const second = () =>
        round % 2 === 0 ? move(b.id, c.id) : owner.call('PATCH', `/categories/${b.id}`, { parent_id: c.id });
      const responses = await Promise.all([move(a.id, b.id), second(), move(c.id, a.id)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    }
  });

  it('keeps the maximum depth with concurrent moves', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [, b] = await chain(`A${round}`, `B${round}`);
      const [c, d] = await chain(`C${round}`, `D${round}`);
      const [e] = await chain(`E${round}`);
      const responses = await Promise.all([move(c?.id ?? 0, b?.id ?? 0), move(e?.id ?? 0, d?.id ?? 0)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});

it('archives a category without children only, and restores it below a live parent only', async () => {
  const [a, b] = await chain('A', 'B');
  await expectRejected(() => owner.call('DELETE', `/categories/${a?.id}`), {
    id: ['Has 1 category below it; move or delete it first'],
  });
  await owner.call('DELETE', `/categories/${b?.id}`);
  await owner.call('DELETE', `/categories/${a?.id}`);
  await expectRejected(() => owner.call('POST', `/categories/${b?.id}/restore`), {
    parent_id: ['Does not exist'],
  });
  await owner.call('POST', `/categories/${a?.id}/restore`);
  const { result, events } = await recorded(() => owner.call('POST', `/categories/${b?.id}/restore`));
  expect([result.status, events]).toEqual([200, [`category.post_restore ${b?.id}`]]);
  expect(await fixtures.tree()).toBe('A [B]');
});
