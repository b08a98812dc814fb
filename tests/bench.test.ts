import { execFile } from 'node:child_process';
import '@wfp/testing/database.ts';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

const harness = path.join(import.meta.dirname, '../bench/run.ts');

/** Scenarios, and texts that their output must contain. */
const scenarios = {
  create: [
    'service, 2 organizations ÷ floor, 2 organizations',
    'service, one organization ÷ floor, same column',
  ],
  tasks: ['service, move to the top ÷ floor, move to the top'],
  moves: ['from the middle to the top'],
  latency: ['service: stream event', 'service: webhook received'],
  read: ['service ÷ floor'],
  list: ['service ÷ floor'],
  lists: ['/tasks?sort=-title', '/audit-log?outcome=denied'],
  people: ['/employees?place_id=', '/places?kind=room', '÷ bare'],
  limits: ['public: 850 KB of unknown fields', 'audit log: verify'],
  'large-actions': ['archive a team into another', 'its tasks alone', 'retry failed deliveries'],
  exports: ['build', 'download'],
  auth: ['session, 20 grants', 'API key, 20 grants', 'API key, 200 grants'],
  events: ['list ÷ count(*)'],
  relay: ['ms from the commit to Redis'],
  'sign-in': ['/auth/login, ms', 'closed organization', '/auth/password-reset, ms'],
  'slow-sockets': ['API: slow headers', 'worker: slow body'],
  streams: ['service, 4 clients'],
  resume: ['events missed'],
  webhooks: ['bare undici', 'a backlog of 40', 'alongside one that hangs'],
  whole: ['settled: complete, 20 tasks', 'floor: comment', 'fresh: create, 20 tasks', 's until done'],
};

// Speed is not asserted: the test keeps the harness running as the service changes. Only CI runs all of these scenarios.
test('the bench harness runs', async () => {
  const run = Object.entries(scenarios).filter(([name]) => inject('isCi') || name === 'create');
  const args = [harness, ...run.map(([name]) => name), '--smoke'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  for (const [, lines] of run) for (const line of lines) expect(stdout).toContain(line);
  expect(stdout).not.toContain('NaN');
});
