// Runs before `npm start` and `npm test`, with the machine's Node and before anything is installed: plain JavaScript without
// dependencies. Installs packages and generates the database client if they are missing or outdated.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const minNode = 20;
const runningNode = 24;

/** An error message if this version of Node cannot run the installation, otherwise null. */
export function nodeVersionError(version) {
  if (Number.parseInt(version, 10) >= minNode) return null;
  return `The installation requires Node ${minNode} or later, but this is Node ${version}.
Install a later version from https://nodejs.org and run the same command again. (The service itself runs on the Node version
that its package.json pins.)`;
}

/**
 * The reason to install packages, or null if they match the lock file. Compares package versions with the lock file that npm
 * writes into node_modules, because a checkout changes modification times. Ignores optional and peer packages.
 */
export function installReason(root) {
  const installedFile = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return 'packages are not installed';
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [name, entry] of Object.entries(wanted)) {
    if (!name.includes('node_modules/') || entry.optional || entry.devOptional || entry.peer) continue;
    const found = installed[name];
    if (found?.version !== entry.version || found?.link !== entry.link)
      return `${name.replace(/^node_modules\//, '')} is missing or outdated`;
  }
  return null;
}

/** The reason to generate the database client, or null if it is newer than the schema and its generator. */
export function generateReason(root) {
  const generated = path.join(root, 'packages/shared/src/db/generated');
  const client = path.join(generated, 'client.ts');
  if (![client, path.join(generated, 'table-metadata.ts')].every((file) => existsSync(file)))
    return 'the database client is missing';
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

/** Runs a command. Prints the elapsed time every three seconds, and the command's output only if it fails. */
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
  throw new Error(`\`${command} ${args.join(' ')}\` failed (${failure}); its output is above.`);
}

async function bootstrap(root) {
  const versionError = nodeVersionError(process.versions.node);
  if (versionError) throw new Error(versionError);
  const install = installReason(root);
  if (install) {
    const title = `${install}: running npm ci (about a minute the first time)`;
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
    // Prisma does not rewrite an unchanged file, whose modification time would then stay older than that of the schema.
    utimesSync(client, new Date(), new Date());
  }
}

/** The path of the Node that npm scripts use: the pinned package, otherwise the machine's. */
function nodeOf(root) {
  const pinned = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= runningNode) return process.execPath;
  throw new Error(`npm did not install Node ${runningNode}, which the service requires (are install scripts disabled?).
Run \`npm rebuild node --ignore-scripts=false\`, or install Node ${runningNode} from https://nodejs.org, and run the command again.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(`Usage: node scripts/bootstrap.mjs
Installs packages and generates the database client if they are missing or outdated.`);
    process.exit(0);
  }
  const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  bootstrap(root).catch((error) => {
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  });
}
