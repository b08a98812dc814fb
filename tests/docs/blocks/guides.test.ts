import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '@wfp/testing/free-port.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksFor, root, shellGuides } from './blocks.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { type QuickNode, startQuickNode } from './quick-node.ts';

let demo: DemoService;
let quick: QuickNode;
beforeAll(async () => {
  [demo, quick] = await Promise.all([startDemo(), startQuickNode()]);
});
afterAll(async () => {
  await Promise.all([demo?.stop(), quick?.stop()]);
});

/** A block to paste, and its output according to the guide. */
interface Step {
  script: string;
  shown: string[];
}

async function stepsOf(guide: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { line, language, code } of await blocksFor('guides.test.ts', guide)) {
    if (language === 'sh') steps.push({ script: code, shown: [] });
    else if (language === 'text') steps.at(-1)?.shown.push(...code.trim().split('\n'));
    else throw new Error(`${guide}:${line}: no test executes blocks of ${language}`);
  }
  expect(steps.length, `${guide} needs at least three sh blocks`).toBeGreaterThan(2);
  expect(steps[0]?.script).toContain('API=http://localhost:3001\n');
  return steps;
}

const border = '----- next block -----';

/** The guide as a reader pastes it, with the addresses of this test. */
const pasted = async (steps: readonly Step[]) =>
  steps
    .map((step) => step.script)
    .join(`echo '${border}'\n`)
    // Concurrent runs on a machine would overwrite each other's files in /tmp.
    .replaceAll('/tmp/', `${demo.dataDir}/`)
    .replace('API=http://localhost:3001', `API=${demo.url}`)
    .replace(/^RECEIVER_PORT=4000$/m, `RECEIVER_PORT=${await freePort()}`)
    .replace(/^MAIL_DIR=.*$/m, `MAIL_DIR=${demo.dataDir}/mail`);

async function outputOf(script: string): Promise<string> {
  const bash = ['-eo', 'pipefail', '-c', script];
  const running = promisify(execFile)('bash', bash, { cwd: root });
  const { stdout } = await running.catch(({ stdout: soFar, stderr }) => {
    throw new Error(`The guide stopped after:\n${soFar}\n${stderr}`);
  });
  return stdout;
}

/** Returns a matcher for a line of the guide, in which an ellipsis matches any text. */
function pattern(line: string): unknown {
  if (!line.includes('…')) return line;
  const literal = line.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return expect.stringMatching(new RegExp(`^${literal.join('.*')}$`));
}

it.each([...shellGuides, 'docs/webhooks.md'])('the commands of %s work as documented', async (guide) => {
  const steps = await stepsOf(guide);
  const script = `${quick.prelude}${await pasted(steps)}`;
  const printed = (await outputOf(script)).split(`${border}\n`);
  expect(steps.filter(({ shown }) => shown.length > 0).length).toBeGreaterThan(1);
  for (const [index, { shown }] of steps.entries()) {
    const lines = (printed[index] ?? '').trim().split(/\r?\n/);
    if (shown.length > 0) expect([guide, index, lines]).toEqual([guide, index, shown.map(pattern)]);
  }
});

it('the commands of README.md work as documented', async () => {
  const stdout = await outputOf(await pasted(await stepsOf('README.md')));
  const shown = [
    'Demo Company',
    'Order new chairs',
    'receiving on port',
    'done',
    'received task.post_create: Paint the meeting room (signature verified)',
    'received task.post_update: Paint the meeting room (signature verified)',
    'received task.completed: Paint the meeting room (signature verified)',
    'task.completed succeeded 204',
    'task.post_create succeeded 204',
    'Requires task:create',
    'update by ',
    'create by ',
  ];
  for (const line of shown) expect(stdout).toContain(line);
  const streamed = stdout.split('\n').filter((line) => line.startsWith('data: '));
  const records = streamed.map((line) => JSON.parse(line.slice('data: '.length)));
  const names = records.map((record) => `${record.event_type} ${record.payload?.record_name}`);
  expect(names).toContain('task.post_create Order new chairs');
  expect(names).toContain('task.completed Paint the meeting room');
});
