import { promptText } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReviewedService, rejectingVerdict } from '../testing/reviewed-service.ts';

let reviewed: ReviewedService;
beforeAll(async () => {
  reviewed = await ReviewedService.start();
});
afterAll(() => reviewed?.stop());
beforeEach(() => reviewed.reset());

const recorded = <Result>(work: () => Promise<Result>) =>
  recordedBy(reviewed.service, reviewed.owner.user.org_id, work);
const remove = (id: number, by = reviewed.owner) => by.call('DELETE', `/tasks/${id}`);

describe('prompt templates before a task is deleted', () => {
  it('evaluates the task, and stores the run with the deletion', async () => {
    const { id } = (await reviewed.create('Fix the door')).body;
    await reviewed.template({ hook: 'task.pre_archive' });
    const { result, events } = await recorded(() => remove(id));
    expect(result.status).toBe(204);
    expect(reviewed.llm.requests.map(promptText)).toEqual([
      expect.stringMatching(/Fix the door<\/data-\w+> \/ <data-\w+>todo<\/data-\w+> \/ <data-\w+>\{\}</),
    ]);
    expect(events).toEqual([`task.post_archive ${id}`, expect.stringMatching(/^prompt_run\.completed /)]);
  });

  it('keeps the task if a template rejects the deletion', async () => {
    const { id } = (await reviewed.create('Fix the door')).body;
    await reviewed.template({ hook: 'task.pre_archive' });
    reviewed.respondWith(rejectingVerdict);
    const { result, events } = await recorded(() => remove(id));
    expect([result.status, result.body.details]).toEqual([
      422,
      { fieldErrors: {}, formErrors: ['Says nothing about where', 'Has no customer'] },
    ]);
    expect(events).toEqual([expect.stringMatching(/^prompt_run\.completed /)]);
    expect((await reviewed.owner.call('GET', `/tasks/${id}`)).status).toBe(200);
    expect(await reviewed.runs()).toMatchObject([
      { record_id: id, hook: 'task.pre_archive', output: rejectingVerdict },
    ]);
  });

  it('calls no provider for a task that the caller may not delete', async () => {
    const { id } = (await reviewed.create('Mine')).body;
    await reviewed.template({ hook: 'task.pre_archive' });
    const viewer = await reviewed.service.newUser(reviewed.owner, ['viewer']);
    const employee = await reviewed.service.newUser(reviewed.owner, ['employee']);
    expect((await remove(id, viewer)).status).toBe(403);
    expect([403, 404]).toContain((await remove(id, employee)).status);
    expect((await remove(2_000_000_000)).status).toBe(404);
    expect(reviewed.llm.requests).toEqual([]);
  });
});
