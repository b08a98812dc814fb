import type { Client } from '@wfp/testing';
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

async function branch(name: string, parent_id: number | null = null, by = owner): Promise<{ id: number }> {
  const { status, body } = await by.call('POST', '/branches', { name, kind: 'room' });
  expect(status).toBe(201);
  if (parent_id !== null)
    expect((await owner.call('POST', `/branches/${body.id}/move`, { parent_id })).status).toBe(200);
  return body;
}

interface Node {
  name: string;
  has_children?: boolean;
  children: Node[];
}
/** Each level as names; `+` marks records below which there are others. */
const shape = (nodes: readonly Node[]): unknown[] =>
  nodes.map(({ name, has_children, children }) => {
    const label = has_children ? `${name} +` : name;
    return children.length > 0 ? [label, ...shape(children)] : label;
  });
const treeOf = async (open: readonly number[], by = owner) => {
  const { status, body } = await by.call('GET', `/branches/tree?open=${open.join(',')}`);
  expect(status).toBe(200);
  return { total: body.total, shape: shape(body.data) };
};

describe('a tree with open records', () => {
  it('consists of the root level and of the levels below them', async () => {
    const house = await branch('house');
    const hall = await branch('hall', house.id);
    await branch('desk', hall.id);
    await branch('kitchen', house.id);
    await branch('garden');
    expect(await treeOf([])).toEqual({ total: 2, shape: ['house +', 'garden'] });
    expect(await treeOf([house.id])).toEqual({
      total: 4,
      shape: [['house +', 'hall +', 'kitchen'], 'garden'],
    });
    expect(await treeOf([hall.id, house.id])).toEqual({
      total: 5,
      shape: [['house +', ['hall +', 'desk'], 'kitchen'], 'garden'],
    });
  });

  it('omits what is below an open record that is itself below a closed or deleted one', async () => {
    const house = await branch('house');
    const hall = await branch('hall', house.id);
    const desk = await branch('desk', hall.id);
    expect(await treeOf([hall.id])).toEqual({ total: 1, shape: ['house +'] });
    expect((await owner.call('DELETE', `/branches/${desk.id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/branches/${hall.id}`)).status).toBe(204);
    expect(await treeOf([house.id, hall.id, 2 ** 31 - 1])).toEqual({ total: 1, shape: ['house'] });
  });

  it('contains only records that the caller may read, and does not reveal others', async () => {
    const employee = await world.newUser(owner, ['employee']);
    const above = await branch('above');
    const own = await branch('own', above.id, employee);
    await branch('hidden', own.id);
    expect(await treeOf([], employee)).toEqual({ total: 1, shape: ['own'] });
    const below = await branch('below', own.id, employee);
    expect(await treeOf([], employee)).toEqual({ total: 1, shape: ['own +'] });
    expect(await treeOf([own.id, below.id], employee)).toEqual({ total: 2, shape: [['own +', 'below']] });
    expect(await treeOf([above.id], employee)).toEqual({ total: 1, shape: ['own +'] });
  });

  it('requires at most 200 ids', async () => {
    const many = Array.from({ length: 201 }, (_, index) => index + 1);
    expect((await treeOf(many.slice(1))).total).toBe(0);
    for (const open of ['a', '1,', '0', '99999999999', '4000000000', many.join()]) {
      const { status, body } = await owner.call('GET', `/branches/tree?open=${open}`);
      expect([open, status, Object.keys(body.details.fieldErrors)]).toEqual([open, 422, ['open']]);
    }
  });
});
