import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@wfp/testing/free-port.ts';
import { nginx } from '../../../scripts/testing/required-program.ts';

const shipped = path.resolve(import.meta.dirname, '../../../deploy/nginx/nginx.conf');

export interface Balancer {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/** Starts nginx with the shipped configuration in front of API processes on these ports. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const program = await nginx(console.log);
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-balancer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join('\n');
  const configuration = (await readFile(shipped, 'utf8'))
    .replace(/server api:3001[^;]*;\s*server api-2:3001[^;]*;/, servers)
    // Shorter than in the shipped configuration, so that a shutdown delay of 2 s suffices.
    .replace('keepalive_timeout 4s;', 'keepalive_timeout 1s;')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('/tmp/', `${folder}/`);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  const child = spawn(program, ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + 90_000;
  while (!(await fetch(`${url}/api/health`).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('nginx did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    url,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGQUIT');
      setTimeout(() => child.kill('SIGTERM'), 1_000).unref();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
