// `npm run pack-client`: packages/client as it is published.

import path from 'node:path';
import { buildClient } from '../packages/client/scripts/build.ts';

const folder = path.resolve(import.meta.dirname, '../.cache/client');
await buildClient(folder);
console.log(`npm install ${folder}`);
