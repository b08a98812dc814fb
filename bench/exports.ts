import { setTimeout as pause } from 'node:timers/promises';
import { table } from './measurements/report.ts';
import { fillBoard, get, post, signUp, type Tenant } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';
import { readResidentKiB } from './streams/audience.ts';

interface Sizes {
  organizations: number;
  exports: number;
  rows: number;
}

const usual: Sizes = { organizations: 5, exports: 20, rows: 10_000 };
const smoke: Sizes = { organizations: 2, exports: 2, rows: 20 };
const formats = ['csv', 'json', 'ndjson'];
const sampleEveryMs = 50;
const pollEveryMs = 200;

interface Export {
  id: number;
  status: string;
  download_url: string | null;
}

/**
 * Memory of the API process and the worker while several organizations export many lists at the same time, and while all
 * files are downloaded at the same time.
 */
export const exports: Scenario = async ({ services, isSmoke, rows, only }) => {
  const [service] = services;
  if (!service?.worker) throw new Error('The scenario needs a worker');
  const given = { ...(rows !== undefined && { rows }), ...(only !== undefined && { exports: Number(only) }) };
  const sizes = { ...(isSmoke ? smoke : usual), ...given };
  console.error(`${Object.values(sizes).join(' × ')} rows: preparing`);
  const tenants = await signUp(service, sizes.organizations);
  for (const tenant of tenants) await fillBoard(service, tenant, sizes.rows);
  const built = await whileSampling(service, () => buildAll(service, tenants, sizes));
  const read = await whileSampling(service, () => downloadAll(service, built.result));
  return table([
    ['', 'exports', 'MB', 's', 'API: MiB before', 'highest', 'worker: MiB before', 'highest'],
    ['build', String(built.result.length), '', ...built.cells],
    ['download', String(built.result.length), (read.result / 1e6).toFixed(0), ...read.cells],
  ]);
};

/** Requests all exports and waits for them. @returns the links of their files */
async function buildAll(service: Installation, tenants: readonly Tenant[], sizes: Sizes): Promise<string[]> {
  for (let index = 0; index < sizes.exports; index += 1) {
    const body = { format: formats[index % formats.length] };
    await Promise.all(tenants.map(({ headers }) => post(service, '/tasks/export', body, headers, 202)));
  }
  const all = await Promise.all(tenants.map((tenant) => finished(service, tenant, sizes.exports)));
  return all.flat();
}

async function finished(service: Installation, { headers }: Tenant, count: number): Promise<string[]> {
  for (;;) {
    const { data } = await get<{ data: Export[] }>(service, `/exports?limit=${count}`, headers);
    const failed = data.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`Export ${failed.id} failed`);
    const links = data.flatMap(({ download_url }) => download_url ?? []);
    if (links.length === count) return links;
    await pause(pollEveryMs);
  }
}

/** Downloads all files at the same time. @returns the number of bytes */
async function downloadAll({ url }: Installation, links: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    links.map(async (link) => {
      const { pathname, search } = new URL(link);
      const response = await fetch(`${url}${pathname}${search}`);
      if (response.status !== 200) throw new Error(`A download answered ${response.status}`);
      let size = 0;
      for await (const chunk of response.body ?? []) size += chunk.length;
      return size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs `work`, and samples the resident memory of both processes. */
async function whileSampling<Result>({ api, worker }: Installation, work: () => Promise<Result>) {
  const pids = [api.pid, worker?.pid ?? 0];
  const read = () => Promise.all(pids.map(readResidentKiB));
  const before = await read();
  const highest = [...before];
  const sample = async () => {
    for (const [index, now] of (await read()).entries()) highest[index] = Math.max(highest[index] ?? 0, now);
  };
  const sampling = setInterval(() => void sample(), sampleEveryMs);
  const start = performance.now();
  const result = await work().finally(() => clearInterval(sampling));
  const seconds = (performance.now() - start) / 1_000;
  const memory = pids.flatMap((_, index) => [before[index], highest[index]]);
  return { result, cells: [seconds.toFixed(1), ...memory.map((kib = 0) => (kib / 1024).toFixed(0))] };
}
