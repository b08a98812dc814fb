import { createInterface } from 'node:readline/promises';
import { processConfig } from '@wfp/shared/config';
import { runOps } from './run.ts';

/** Prompts on standard error, because standard output is for results. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

process.exitCode = await runOps(process.argv.slice(2), {
  config: processConfig,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  ask: process.stdin.isTTY ? ask : null,
});
