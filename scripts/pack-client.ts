// `npm run pack-client`: packs packages/client as it would be published.

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from '../packages/client/scripts/build.ts';

const cache = path.resolve(import.meta.dirname, '../.cache');
const folder = path.join(cache, 'client');
await buildClient(folder);
// npm installs a tarball, not a folder: a folder would be linked, and its dependencies resolved in this repository.
const options = ['--ignore-scripts', '--json', '--pack-destination', cache];
const { stdout } = await promisify(execFile)('npm', ['pack', folder, ...options]);
const [{ filename }] = JSON.parse(stdout);
console.log(`npm install ${path.join(cache, filename)}`);
