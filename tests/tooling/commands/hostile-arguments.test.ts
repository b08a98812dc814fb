import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs a program with a standard input, and without a database. */
function run(script: string, args: readonly string[], input = '') {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: 'postgresql://postgres@127.0.0.1:9/none' };
    const running = execFile(process.execPath, [script, ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
    running.stdin?.on('error', () => undefined);
    running.stdin?.end(input);
  });
}

it.each([
  [['--before', 'yesterday', '--to', '/tmp'], '--before must be a month'],
  [['--before', '2025-13', '--to', '/tmp'], '--before must be a month'],
  [['--before', "2020-01'; drop table events; --", '--to', '/tmp'], '--before must be a month'],
  [['--before', '2020-01\n', '--to', '/tmp'], '--before must be a month'],
  [['--before', '9999-01', '--to', '/tmp'], 'cannot be archived'],
  [['--before', '2020-01'], '--to is missing'],
  [['--before', '2020-01', '--to', 'package.json'], '--to must be a folder'],
  [['--to', '/tmp'], '--before must be a month'],
])('archive rejects %j with code 2 before it connects', async (args, problem) => {
  const { code, out, err } = await run('prisma/archive.ts', args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(problem);
  expect(err).toContain('Usage: ');
});

it.each([
  ['a short password', 'eleven char', '12 to 1000 characters'],
  ['a huge password', 'x'.repeat(1_000_000), '12 to 1000 characters'],
  ['two lines', 'a perfectly fine\npassword', 'one line'],
  ['an escape', 'a perfectly \u001b[2J password', 'one line'],
])('make-operator rejects %s with code 2', async (_, password, problem) => {
  const { code, out, err } = await run('apps/worker/src/make-operator.ts', ['ada', 'viewer'], password);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(problem);
  expect(err.length).toBeLessThan(1_000);
});
