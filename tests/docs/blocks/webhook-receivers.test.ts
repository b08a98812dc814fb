import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@wfp/testing/free-port.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  generateSigningSecret,
  Signer,
} from '../../../packages/areas/src/webhooks/sender/attempt/signature.ts';
import { type Block, blocksFor, root } from './blocks.ts';

const secret = generateSigningSecret();
const body = '{"id":7,"event_type":"task.completed","payload":{"record_name":"Café ☕"}}';
const signed = (at = new Date()) =>
  new Signer({ secret }).createHeaders({
    body,
    event_type: 'task.completed',
    delivery_id: 12,
    message_id: 'msg_7_2',
    at,
  });

let guide: string;
let blocks: Block[];
let folder: string;
const running: ChildProcess[] = [];
beforeAll(async () => {
  guide = await readFile(path.join(root, 'docs/webhooks.md'), 'utf8');
  blocks = await blocksFor('webhook-receivers.test.ts');
  // Inside the repository, so that packages are resolved.
  folder = await mkdtemp(path.join(root, 'node_modules/.receivers-'));
});
afterAll(async () => {
  for (const child of running) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program of the guide and collects its output. */
async function start(program: string): Promise<{ url: string; printed: string[] }> {
  const port = await freePort();
  const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => printed.push(line));
  await once(lines, 'line');
  expect(printed).toEqual([`receiving on port ${port}`]);
  return { url: `http://127.0.0.1:${port}/webhooks`, printed };
}

/** The programs of the guide, each with the file name that its first line gives. */
const programs = (blocks: readonly Block[]) =>
  blocks.map(({ code }) => {
    const [first = '', ...rest] = code.split('\n');
    return { name: first.replace('// ', ''), code: rest.join('\n') };
  });

/** Serves a Fetch API handler in plain Node. */
const host = (name: string) => `
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import handler from './${name}';

const { PORT } = process.env;
createServer(async (req, res) => {
  const { method, headers } = req;
  const request = new Request('http://localhost/', { method, headers, body: await buffer(req) });
  const response = await handler.fetch(request, process.env);
  res.writeHead(response.status).end(await response.text());
}).listen(Number(PORT), () => console.log(\`receiving on port \${PORT}\`));
`;

const names = ['express.mjs', 'fastify.mjs', 'node.mjs', 'fetch.mjs'];

it('shows four programs', () => {
  expect(programs(blocks).map(({ name }) => name)).toEqual(names);
});

it.each(names)('%s accepts genuine requests and rejects others', async (name) => {
  const code = programs(blocks).find((one) => one.name === name)?.code ?? '';
  await writeFile(path.join(folder, name), code);
  if (name === 'fetch.mjs') await writeFile(path.join(folder, 'host.mjs'), host(name));
  const { url, printed } = await start(name === 'fetch.mjs' ? 'host.mjs' : name);
  const send = async (sent: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', headers, body: sent })).status;
  expect(await send(body, signed())).toBe(204);
  expect(await send(body.replace('7', '8'), signed())).toBe(401);
  expect(await send(body, signed(new Date(Date.now() - 3_600_000)))).toBe(401);
  expect(await send(body, { 'content-type': 'application/json' })).toBe(401);
  expect(await send(body, signed())).toBe(204);
  const received = 'received task.completed: Café ☕';
  await expect.poll(() => printed.slice(1)).toEqual([received, received]);
});

it('documents every header that is sent', () => {
  const named = [...guide.matchAll(/^\| `([A-Za-z-]+)` +\|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(signed()).sort());
});
