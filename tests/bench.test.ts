import { type ChildProcessByStdio, spawn } from 'node:child_process';
import '@wfp/testing/database.ts';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

/** Scenarios in the order in which they run, and texts that their output must contain. */
const scenarios = {
  tasks: ['service, move to the top ÷ floor, move to the top'],
  moves: ['from the middle to the top'],
  create: [
    'service, 2 organizations ÷ floor, 2 organizations',
    'service, one organization ÷ floor, same column',
  ],
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
  admin: ['first cards, cold', '4 events at once: requests', 'heap after 4 navigations'],
};

// Only CI runs all of these scenarios.
const chosen = Object.entries(scenarios).filter(([name]) => inject('isCi') || name === 'create');

const harness = path.join(import.meta.dirname, '../bench/run.ts');
let child: ChildProcessByStdio<null, Readable, Readable>;
let output: AsyncIterator<string>;
let errors: Promise<string>;
beforeAll(() => {
  const args = [harness, ...chosen.map(([name]) => name), '--smoke'];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  errors = text(child.stderr);
});
afterAll(async () => {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
});

const nextLine = async () => {
  const { value, done } = await output.next();
  if (done) throw new Error(`The harness ended early: ${await errors}`);
  return value;
};

// Speed is not asserted: the tests keep the harness running as the service changes.
it.each(chosen)('%s runs', async (name, texts) => {
  while ((await nextLine()) !== name);
  const missing = new Set(texts);
  while (missing.size > 0) {
    const line = await nextLine();
    expect(line).not.toContain('NaN');
    for (const one of missing) if (line.includes(one)) missing.delete(one);
  }
});

it('ends without an error', async () => {
  for (let next = await output.next(); !next.done; next = await output.next())
    expect(next.value).not.toContain('NaN');
  const code = child.exitCode ?? (await once(child, 'exit'))[0];
  expect([code, code === 0 ? '' : await errors]).toEqual([0, '']);
});
