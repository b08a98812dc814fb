import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { table } from '../measurements/report.ts';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const idle = new Set(['(idle)', '(program)']);

/** Distribution of the CPU time of each profiled process, by package and by function. */
export async function profileSummary(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.cpuprofile'));
  if (files.length === 0) return `no profile was written to ${folder}`;
  const summaries = await Promise.all(files.sort().map((name) => summarizeProfile(path.join(folder, name))));
  return summaries.join('\n\n');
}

async function summarizeProfile(file: string): Promise<string> {
  const profile = JSON.parse(await readFile(file, 'utf8')) as Profile;
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byModule = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id);
    const micros = profile.timeDeltas[index] ?? 0;
    if (!frame || idle.has(frame.functionName)) continue;
    total += micros;
    const module = moduleOf(frame.url, frame.functionName);
    const name = `${frame.functionName || '(anonymous)'} ${module} ${path.basename(frame.url)}:${frame.lineNumber + 1}`;
    byModule.set(module, (byModule.get(module) ?? 0) + micros);
    byFunction.set(name, (byFunction.get(name) ?? 0) + micros);
  }
  return [
    `CPU profile: ${file} (including process startup)`,
    table([['by package', 'share'], ...top(byModule, total, 20)]),
    table([['by function', 'share'], ...top(byFunction, total, 30)]),
  ].join('\n\n');
}

function moduleOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (url.startsWith('node:')) return 'node';
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url)?.[1];
  return packageName ?? /(?:apps|packages)\/[^/]+/.exec(url)?.[0] ?? url;
}

function top(shares: ReadonlyMap<string, number>, total: number, most: number): string[][] {
  return [...shares]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, micros]) => [name, `${((micros / total) * 100).toFixed(1)} %`]);
}
