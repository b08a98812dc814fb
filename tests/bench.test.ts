import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const harness = path.join(import.meta.dirname, '../bench/run.ts');

// Speed is never asserted: this only keeps the harness running as the service changes.
test('the bench harness runs every scenario', { timeout: 180_000 }, async () => {
  const names = [
    'tasks',
    'moves',
    'create',
    'latency',
    'read',
    'list',
    'auth',
    'events',
    'relay',
    'sign-in',
    'streams',
    'resume',
    'webhooks',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [harness, ...names, '--smoke']);
  for (const line of [
    'service, 20 organizations ÷ floor, 20 organizations',
    'service: stream event',
    'service: webhook received',
    'service, move to the top ÷ floor, move to the top',
    'from the middle to the top',
    'service ÷ floor',
    'ms from the commit to Redis',
    'session, 20 grants',
    'API key, 20 grants',
    'slowest ÷ fastest',
    'list ÷ count(*)',
    'service, 20 clients',
    'events missed',
    'bare undici',
    'a backlog of 1000',
    'beside one that hangs',
  ]) {
    expect(stdout).toContain(line);
  }
  expect(stdout).not.toContain('NaN');
});
