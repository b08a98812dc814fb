import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReviewedService } from '../testing/reviewed-service.ts';
import { exhaustCompilations, storeUncompiledSchema } from '../testing/uncompiled-schema.ts';

let reviewed: ReviewedService;
beforeAll(async () => {
  reviewed = await ReviewedService.start();
});
afterAll(() => reviewed?.stop());
beforeEach(() => reviewed.reset());

/** Creates a task before which a template runs whose schema may not be compiled now. */
async function createWithoutCompilation(on_error: string) {
  const { service, owner } = reviewed;
  const { id } = await reviewed.template({ on_error });
  await exhaustCompilations(owner, id);
  await storeUncompiledSchema(service, owner, id);
  return recordedBy(service, owner.user.org_id, () => reviewed.create('Fix the door'));
}

const failed = {
  status: 'failed',
  provider: 'openai-compatible',
  output: null,
  error: expect.stringMatching(/^Too many output schemas; try again in \d+ s$/),
};

it('allows the write if the schema of a template may not be compiled, and calls no model', async () => {
  const { result, events, audit } = await createWithoutCompilation('continue');
  expect(result.status).toBe(201);
  const [run] = await reviewed.runs();
  expect(run).toMatchObject({ ...failed, record_id: result.body.id });
  expect(events).toEqual([`task.post_create ${result.body.id}`, `prompt_run.completed ${run.id}`]);
  expect(audit.map(({ action, resource }) => [action, resource])).toEqual([
    ['create', 'task'],
    ['run', 'prompt_run'],
  ]);
  expect(reviewed.llm.requests).toEqual([]);
});

it('rejects the write with 422 if on_error is reject, and records the run', async () => {
  const { result, events, audit } = await createWithoutCompilation('reject');
  expect([result.status, result.body.details.formErrors]).toEqual([
    422,
    ['The prompt template "Check of titles" returned no verdict'],
  ]);
  const [run] = await reviewed.runs();
  expect(run).toMatchObject({ ...failed, record_id: null });
  expect(events).toEqual([`prompt_run.completed ${run.id}`]);
  expect(audit.map(({ action, resource }) => [action, resource])).toEqual([['run', 'prompt_run']]);
  expect(reviewed.llm.requests).toEqual([]);
});
