import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

// Preloaded by `npm run record-statements` into every process of a test run. Writes every statement that the service
// sends to PostgreSQL to files in the folder RECORD_STATEMENTS.

const folder = process.env.RECORD_STATEMENTS;

/** True if a test, not the service, sent the statement. */
function isSentByTest(stack: string): boolean {
  const lines = stack
    .split('\n')
    .filter((line) => !/node_modules|packages\/shared\/src\/db\/|record-statements/.test(line));
  const isTest = (line: string) => /\.test\.ts|\/testing\/|\/tests\/|\/bench\//.test(line);
  const first = lines.findIndex((line) => isTest(line) || /\/(?:packages|apps)\/[a-z]+\/src\//.test(line));
  return first !== -1 && isTest(lines[first] ?? '');
}

if (folder) {
  const recording = Symbol.for('recording of statements');
  const prototype = pg.Client.prototype as unknown as Record<symbol, unknown>;
  if (!prototype[recording]) {
    prototype[recording] = true;
    Error.stackTraceLimit = 60;
    const seen = new Set<string>();
    const query = pg.Client.prototype.query;
    pg.Client.prototype.query = function (
      this: pg.Client & { connectionParameters?: object },
      ...given: unknown[]
    ) {
      const [config] = given as [string | { text?: string }];
      const text = typeof config === 'string' ? config : config?.text;
      const { application_name } = (this.connectionParameters ?? {}) as { application_name?: string };
      if (text && application_name === 'workforce' && !seen.has(text)) {
        seen.add(text);
        if (!isSentByTest(new Error().stack ?? ''))
          appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`);
      }
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
  }
}
