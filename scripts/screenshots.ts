import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readArguments } from '@wfp/shared/arguments';

readArguments({
  usage:
    'Usage: npm run screenshots\nWrites the screenshots of docs/admin.md with the test that opens their screens.',
});
const root = path.dirname(import.meta.dirname);
const test = 'tests/browser/admin/screens/screenshots.test.ts';
const run = spawn('npx', ['vitest', 'run', test], {
  ...{ cwd: root, stdio: 'inherit' },
  env: { ...process.env, WRITE_SCREENSHOTS: '1' },
});
const [code] = await once(run, 'exit');
process.exitCode = Number(code);
