// Runs before `npm start` and `npm test`, on whatever Node the machine has and before anything is
// installed: plain JavaScript without dependencies. It installs the packages and generates the
// database client when they are missing or older than what they come from.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldestNode = 20;
const runningNode = 24;

/** What is to be said to somebody whose Node cannot run even the installation, or null. */
export function nodeComplaint(version) {
  if (Number.parseInt(version, 10) >= oldestNode) return null;
  return `This needs Node ${oldestNode} or later to install itself, and this is Node ${version}.
Get one from https://nodejs.org (any later version does: the service itself runs on the Node that
its package.json pins), then run the same command again.`;
}

/**
 * Why packages must be installed, or null when they are as the lock file says. npm writes the lock
 * file of what it installed into node_modules: the packages' versions are compared, not dates, which
 * a checkout changes.
 */
export function installReason(root) {
  const installedFile = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return 'packages are not installed yet';
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [name, entry] of Object.entries(wanted)) {
    if (!name.includes('node_modules/') || entry.optional || entry.devOptional || entry.peer) continue;
    const found = installed[name];
    if (found?.version !== entry.version || found?.link !== entry.link)
      return `${name.replace(/^node_modules\//, '')} is missing or another version`;
  }
  return null;
}

/** Why the database client must be generated, or null if it is newer than the schema and its generator. */
export function generateReason(root) {
  const generated = path.join(root, 'packages/shared/src/db/generated');
  const client = path.join(generated, 'client.ts');
  if (![client, path.join(generated, 'table-metadata.ts')].every((file) => existsSync(file)))
    return 'the database client is not generated yet';
  const generatedAt = statSync(client).mtimeMs;
  const sources = [
    ...readdirSync(path.join(root, 'prisma/schema')).map((name) => `prisma/schema/${name}`),
    'prisma/table-metadata-generator.mjs',
  ];
  const changed = sources.find((file) => {
    const found = statSync(path.join(root, file), { throwIfNoEntry: false });
    return found && found.mtimeMs > generatedAt;
  });
  return changed ? `${changed} has changed` : null;
}

/** Runs a command that may be silent for long, with a sign of life while it is. */
async function runWithProgress(title, command, args, root) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`bootstrap: ${title}`);
  const output = [];
  const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32' });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const alive = setInterval(() => console.log(`bootstrap: … ${seconds()} s`), 3_000);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? null : `${signal ?? `code ${code}`}`));
  });
  clearInterval(alive);
  if (failure === null) return console.log(`bootstrap: done in ${seconds()} s`);
  process.stderr.write(Buffer.concat(output));
  throw new Error(`\`${command} ${args.join(' ')}\` failed (${failure}); what it said is above.`);
}

async function bootstrap(root) {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint) throw new Error(complaint);
  const install = installReason(root);
  if (install) {
    const title = `${install}: running npm ci, which takes a minute the first time`;
    await runWithProgress(
      title,
      'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      root,
    );
  }
  const generate = install ? 'packages are new' : generateReason(root);
  if (generate) {
    const prisma = path.join(root, 'node_modules/prisma/build/index.js');
    await runWithProgress(`${generate}: running prisma generate`, nodeOf(root), [prisma, 'generate'], root);
    const client = path.join(root, 'packages/shared/src/db/generated/client.ts');
    // Prisma leaves a file alone when its text would not change; its date is what is compared here.
    utimesSync(client, new Date(), new Date());
  }
}

/** The Node that npm scripts run on: the one among the packages, before that of the machine. */
function nodeOf(root) {
  const pinned = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= runningNode) return process.execPath;
  throw new Error(`npm did not install Node ${runningNode}, which the service runs on (are install scripts off?).
Run \`npm rebuild node --ignore-scripts=false\`, or install Node ${runningNode} from https://nodejs.org, then try again.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  bootstrap(root).catch((error) => {
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  });
}
