import { Prisma } from '@wfp/shared/db';
import { sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { countRows } from '@wfp/testing/row-counts.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReviewedService } from '../testing/reviewed-service.ts';

const { sql } = Prisma;

let judged: ReviewedService;
let template: { id: number };
let task: { id: number };
beforeAll(async () => {
  judged = await ReviewedService.start();
});
afterAll(() => judged?.stop());
beforeEach(async () => {
  await judged.reset();
  template = await judged.template({ hook: 'task.post_create' });
  task = (await judged.create('Looked at')).body;
});

const preview = (headers: Record<string, string> = {}) =>
  judged.owner.call('POST', `/prompt-templates/${template.id}/preview`, { record_id: task.id }, headers);
const used = () =>
  judged.service.rows(
    sql`select runs, tokens::int as tokens, held from prompt_usage where org_id = ${judged.owner.user.org_id}`,
  );

it('notes what leaves the service and counts it, and keeps nothing else', async () => {
  const before = await countRows(judged.service);
  const { result, events, audit } = await recordedBy(judged.service, judged.owner.user.org_id, () =>
    preview(),
  );
  expect([result.status, result.body.status, result.body.provider]).toEqual([
    200,
    'succeeded',
    'openai-compatible',
  ]);
  expect(events).toEqual([]);
  expect(audit).toMatchObject([
    {
      action: 'send_to_provider',
      resource: 'prompt_template',
      record_id: template.id,
      event_id: null,
      after: {
        provider: 'openai-compatible',
        task_id: task.id,
        facts: ['input', 'record.status', 'record.title'],
      },
    },
  ]);
  expect(JSON.stringify(audit)).not.toContain('Looked at');
  expect(await countRows(judged.service)).toEqual({
    ...before,
    audit_log: (before.audit_log ?? 0) + 1,
    prompt_usage: (before.prompt_usage ?? 0) + 1,
  });
  expect(await used()).toEqual([{ runs: 1, tokens: 120, held: {} }]);
});

it('is refused, and asks nobody, when the budget is used up', async () => {
  await judged.owner.call('PATCH', '/organizations/current/settings', { prompts: { runs_per_day: 0 } });
  const { status, body } = await preview();
  expect([status, body.status, body.input, judged.llm.asked.length]).toEqual([200, 'refused', null, 0]);
});

it('keeps nobody waiting for a provider that takes its time; a key means nothing to it', async () => {
  const asked = Promise.withResolvers<() => void>();
  judged.behave = (response, one) =>
    asked.resolve(() => sendLlmResponse(response, one, JSON.stringify({ verdict: 'accept' })));
  const key = { 'Idempotency-Key': 'look-once' };

  const waiting = preview(key);
  const answer = await asked.promise;
  // A transaction that waited for the answer would keep the template locked.
  const changed = await judged.owner.call('PATCH', `/prompt-templates/${template.id}`, { name: 'Changed' });
  answer();
  expect(changed.status).toBe(200);
  const first = await waiting;
  expect([first.status, first.body.status]).toEqual([200, 'succeeded']);
  judged.respondWith({ verdict: 'reject' });
  const again = await preview(key);
  expect([again.headers.get('idempotent-replayed'), again.body.output]).toEqual([
    null,
    { verdict: 'reject' },
  ]);
  expect(judged.llm.asked).toHaveLength(2);
});
