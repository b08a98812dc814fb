import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readArguments } from '@wfp/shared/arguments';
import { buildClient } from '../../packages/client/scripts/build.ts';

readArguments({
  usage:
    'Usage: npm run pack-client\nPacks packages/client as it would be published, and prints how to install it.',
});

const cache = path.resolve(import.meta.dirname, '../../.cache');
const folder = path.join(cache, 'client');
await buildClient(folder);
// npm installs a tarball, not a folder: a folder would be linked, and its dependencies resolved in this repository.
const options = ['--ignore-scripts', '--json', '--pack-destination', cache];
const { stdout } = await promisify(execFile)('npm', ['pack', folder, ...options]);
const [{ filename }] = JSON.parse(stdout);
console.log(`npm install ${path.join(cache, filename)}`);
