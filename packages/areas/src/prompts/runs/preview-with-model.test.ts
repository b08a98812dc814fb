import { Prisma } from '@wfp/shared/db';
import { sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { countRows } from '@wfp/testing/row-counts.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReviewedService } from '../testing/reviewed-service.ts';

const { sql } = Prisma;

let reviewed: ReviewedService;
let template: { id: number };
let task: { id: number };
beforeAll(async () => {
  reviewed = await ReviewedService.start();
});
afterAll(() => reviewed?.stop());
beforeEach(async () => {
  await reviewed.reset();
  template = await reviewed.template({ hook: 'task.post_create' });
  task = (await reviewed.create('Looked at')).body;
});

const preview = (headers: Record<string, string> = {}) =>
  reviewed.owner.call('POST', `/prompt-templates/${template.id}/preview`, { record_id: task.id }, headers);
const used = () =>
  reviewed.service.rows(
    sql`select runs, tokens::int as tokens, held from prompt_usage where org_id = ${reviewed.owner.user.org_id}`,
  );

it('audits and counts the call, and stores nothing else', async () => {
  const before = await countRows(reviewed.service);
  const { result, events, audit } = await recordedBy(reviewed.service, reviewed.owner.user.org_id, () =>
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
  expect(await countRows(reviewed.service)).toEqual({
    ...before,
    audit_log: (before.audit_log ?? 0) + 1,
    prompt_usage: (before.prompt_usage ?? 0) + 1,
  });
  expect(await used()).toEqual([{ runs: 1, tokens: 120, held: {} }]);
});

it('is rejected without a call if the budget is used up', async () => {
  await reviewed.owner.call('PATCH', '/organizations/current/settings', { prompts: { runs_per_day: 0 } });
  const { status, body } = await preview();
  expect([status, body.status, body.input, reviewed.llm.requests.length]).toEqual([200, 'refused', null, 0]);
});

it('holds no locks during the call, and ignores an Idempotency-Key', async () => {
  const called = Promise.withResolvers<() => void>();
  reviewed.behave = (response, one) =>
    called.resolve(() => sendLlmResponse(response, one, JSON.stringify({ verdict: 'accept' })));
  const key = { 'Idempotency-Key': 'look-once' };

  const waiting = preview(key);
  const answer = await called.promise;
  // A transaction open during the call would keep the template locked.
  const changed = await reviewed.owner.call('PATCH', `/prompt-templates/${template.id}`, { name: 'Changed' });
  answer();
  expect(changed.status).toBe(200);
  const first = await waiting;
  expect([first.status, first.body.status]).toEqual([200, 'succeeded']);
  reviewed.respondWith({ verdict: 'reject' });
  const again = await preview(key);
  expect([again.headers.get('idempotent-replayed'), again.body.output]).toEqual([
    null,
    { verdict: 'reject' },
  ]);
  expect(reviewed.llm.requests).toHaveLength(2);
});
