import { readArguments } from '@wfp/shared/arguments';
import { createServer } from 'vite';
import { viteOptions } from './vite-options.ts';

const { values } = readArguments({
  usage: `Usage: npm run admin [-- --service <url>]
Serves the admin application with hot reload. Requests to /api are passed to a running service, by default
http://localhost:3001. All components are at /gallery/.`,
  options: { service: { type: 'string', default: 'http://localhost:3001' } },
});

const target = values.service;
const server = await createServer({
  ...viteOptions,
  logLevel: 'info',
  server: { host: 'localhost', port: 5173, proxy: { '/api': { target } } },
});
await server.listen();
server.printUrls();
