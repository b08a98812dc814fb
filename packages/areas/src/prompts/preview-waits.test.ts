import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { say } from '../testing/llm-server.ts';
import { JudgedService } from './testing/judged-service.ts';

let judged: JudgedService;
beforeAll(async () => {
  judged = await JudgedService.start();
});
afterAll(() => judged?.stop());
beforeEach(() => judged.renew());

it('keeps nobody waiting for a provider that takes its time, also with a key, and is asked once for it', async () => {
  const { llm } = judged;
  const template = await judged.template({ hook: 'task.post_create' });
  const task = (await judged.create('Looked at')).body;
  const asked = Promise.withResolvers<() => void>();
  judged.behave = (response, one) =>
    asked.resolve(() => say(response, one, JSON.stringify({ verdict: 'accept' })));
  const path = `/prompt-templates/${template.id}`;
  const preview = () =>
    judged.owner.call('POST', `${path}/preview`, { record_id: task.id }, { 'Idempotency-Key': 'look-once' });

  const waiting = preview();
  const answer = await asked.promise;
  // A transaction that waited for the answer would keep the template locked.
  const changed = await judged.owner.call('PATCH', path, { name: 'Changed meanwhile' });
  answer();
  const first = await waiting;
  expect(changed.status).toBe(200);
  expect([first.status, first.body.status]).toEqual([200, 'succeeded']);
  const again = await preview();
  expect([again.body, llm.asked.length]).toEqual([first.body, 1]);
});
