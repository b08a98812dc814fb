import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { testConfig } from '@wfp/api/testing';
import { areas } from '@wfp/areas';
import { createLogger, startPlatform } from '@wfp/shared';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../prisma/seed/demo.ts';
import { type Cluster, createCluster, type Pod } from '../system/processes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guides = [
  'docs/accounts.md',
  'docs/access.md',
  'docs/tasks.md',
  'docs/people.md',
  'docs/exports.md',
  'docs/events.md',
];

let cluster: Cluster;
let api: Pod;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'wfp-guides-'));
  cluster = await createCluster({ DATA_DIR: dataDir });
  const config = testConfig(cluster);
  const platform = startPlatform({ config, log: createLogger('seed', 'warn'), areas });
  await seedDemo(platform, () => undefined);
  await platform.close();
  [api] = await Promise.all([cluster.startApi(), cluster.startWorker()]);
}, 60_000);
afterAll(async () => {
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A block to paste, and the lines that the guide says it prints. */
interface Step {
  script: string;
  shown: string[];
}

async function stepsOf(guide: string): Promise<Step[]> {
  const text = await readFile(path.join(root, guide), 'utf8');
  const steps: Step[] = [];
  for (const [, language, block = ''] of text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') steps.push({ script: block, shown: [] });
    else if (language === 'text') steps.at(-1)?.shown.push(...block.trim().split('\n'));
    else throw new Error(`${guide}: a block of ${language} is executed by nobody`);
  }
  return steps;
}

const border = '----- next block -----';

it.each(guides)(
  '%s can be taken word for word',
  async (guide) => {
    const steps = await stepsOf(guide);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps[0]?.script).toContain('API=http://localhost:3001\n');
    const pasted = steps.map((step) => step.script).join(`echo '${border}'\n`);
    const script = pasted
      .replace('API=http://localhost:3001', `API=http://localhost:${api.port}`)
      .replace(/^MAIL_DIR=.*$/m, `MAIL_DIR=${dataDir}/mail`);
    const stdout = await outputOf(script);
    const printed = stdout.split(`${border}\n`);
    for (const [index, { shown }] of steps.entries()) {
      const lines = (printed[index] ?? '').trim().split(/\r?\n/);
      if (shown.length > 0) expect([guide, index, lines]).toEqual([guide, index, shown.map(pattern)]);
    }
  },
  90_000,
);

async function outputOf(script: string): Promise<string> {
  const bash = ['-eo', 'pipefail', '-c', script];
  const running = promisify(execFile)('bash', bash, { cwd: root, timeout: 60_000 });
  const { stdout } = await running.catch(({ stdout: soFar, stderr }) => {
    throw new Error(`The guide stopped after:\n${soFar}\n${stderr}`);
  });
  return stdout;
}

/** A line as the guide prints it: an ellipsis stands for whatever differs from run to run. */
function pattern(line: string): unknown {
  if (!line.includes('…')) return line;
  const literal = line.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return expect.stringMatching(new RegExp(`^${literal.join('.*')}$`));
}
