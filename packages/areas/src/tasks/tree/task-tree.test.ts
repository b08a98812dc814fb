import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const createTask = async (body: object = {}) =>
  (await owner.call('POST', '/tasks', { title: 'A task', ...body })).body;
const patch = (id: number, body: object) => owner.call('PATCH', `/tasks/${id}`, body);
const listChildren = async (id: number) =>
  (await owner.call('GET', `/tasks?parent_task_id=${id}`)).body.data.map((task: any) => task.id);
/** Creates a chain of tasks, root first. */
const createChain = async (levels: number) => {
  const ids: number[] = [];
  while (ids.length < levels) {
    const above = ids.at(-1);
    ids.push((await createTask(above === undefined ? {} : { parent_task_id: above })).id);
  }
  return ids;
};

describe('children of a task', () => {
  it('keep their parent when it moves', async () => {
    const [top = 0, middle = 0, bottom = 0] = await createChain(3);
    const other = await createTask();
    await owner.call('POST', `/tasks/${middle}/move`, { status: 'done', position: 0 });
    await patch(middle, { status: 'blocked', parent_task_id: other.id });
    expect(await listChildren(middle)).toEqual([bottom]);
    expect(await listChildren(other.id)).toEqual([middle]);
    expect(await listChildren(top)).toEqual([]);
  });

  it('keep a deleted parent, can be filtered by it and updated', async () => {
    const [parent = 0, child = 0] = await createChain(2);
    expect((await owner.call('DELETE', `/tasks/${parent}`)).status).toBe(204);
    const read = (await owner.call('GET', `/tasks/${child}`)).body;
    expect(read.parent_task_id).toBe(parent);
    expect(await listChildren(parent)).toEqual([child]);
    expect((await patch(child, { title: 'Changed' })).body.parent_task_id).toBe(parent);
    expect((await patch(child, { title: 'All sent back', parent_task_id: parent })).status).toBe(200);
    expect((await patch(child, { status: 'done', parent_task_id: parent })).status).toBe(200);
    const another = await createTask();
    expect((await patch(another.id, { parent_task_id: parent })).body.details.fieldErrors).toHaveProperty(
      'parent_task_id',
    );
    expect((await patch(child, { parent_task_id: null })).body.parent_task_id).toBeNull();
    expect((await patch(child, { parent_task_id: parent })).status).toBe(422);
  });

  it('cannot form a cycle through a deleted task', async () => {
    const [top = 0, middle = 0, bottom = 0] = await createChain(3);
    await owner.call('DELETE', `/tasks/${middle}`);
    expect((await patch(top, { parent_task_id: bottom })).body.details.fieldErrors).toHaveProperty(
      'parent_task_id',
    );
  });
});

describe('depth of the tree', () => {
  it('is limited on create and on change of the parent', async () => {
    const ids = await createChain(20);
    const tooDeep = { parent_task_id: ['Exceeds the maximum depth of 20 levels'] };
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', '/tasks', { title: 'Deeper', parent_task_id: ids.at(-1) }),
    );
    expect(result.body.details.fieldErrors).toEqual(tooDeep);
    expect(left).toEqual(nothing);
    const [pair = 0] = await createChain(2);
    expect((await patch(pair, { parent_task_id: ids[18] })).body.details.fieldErrors).toEqual(tooDeep);
    expect((await patch(pair, { parent_task_id: ids[17] })).status).toBe(200);
  });
});

it('rejects concurrent changes that together form a cycle, single and in bulk', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [a, b, c] = [await createTask(), await createTask(), await createTask()];
    const answers = await Promise.all([
      patch(a.id, { parent_task_id: b.id, status: 'in_progress' }),
      owner.call('POST', '/tasks/bulk', { ids: [b.id], patch: { parent_task_id: c.id, status: 'todo' } }),
      patch(c.id, { parent_task_id: a.id }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 422]);
  }
});
