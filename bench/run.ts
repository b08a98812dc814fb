import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Installation, startFloor, startGround, startInstallation } from './installation.ts';
import { latency } from './latency.ts';
import { profileSummary } from './profile.ts';
import { create, list, read, type Scenario } from './scenarios.ts';

const scenarios: Record<string, Scenario> = { create, latency, read, list };

const usage = `npm run bench -- <${Object.keys(scenarios).join('|')}> [options]
  --rounds <n>        rounds of each subject (4)
  --seconds <n>       length of a round (5)
  --connections <n>   connections at once (16)
  --against <folder>  another checkout, installed, to measure beside this one
  --set NAME=value    a setting of the service, e.g. LOG_LEVEL=error; may be repeated
  --no-worker         without the worker: what the API process costs by itself
  --cpu-prof          a CPU profile of the API process, and where its time went
  --smoke             seconds in all: shows that the harness runs, measures nothing`;

interface Request {
  scenario: Scenario;
  rounds: number;
  seconds: number;
  connections: number;
  isSmoke: boolean;
  against: string | undefined;
  settings: Record<string, string>;
  withWorker: boolean;
  isProfiled: boolean;
}

function requestFrom(args: string[]): Request | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '16' },
      against: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      'no-worker': { type: 'boolean', default: false },
      'cpu-prof': { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const scenario = scenarios[positionals[0] ?? ''];
  if (!scenario) return null;
  return {
    scenario,
    rounds: values.smoke ? 1 : Number(values.rounds),
    seconds: values.smoke ? 1 : Number(values.seconds),
    connections: Number(values.connections),
    isSmoke: values.smoke,
    against: values.against,
    settings: Object.fromEntries(values.set.map((one) => one.split(/=(.*)/s, 2) as [string, string])),
    withWorker: !values['no-worker'],
    isProfiled: values['cpu-prof'],
  };
}

/** Runs a scenario on servers of its own and returns what it measured, as text. */
async function bench(request: Request): Promise<string> {
  const { settings, withWorker, against, rounds, seconds, connections, isSmoke } = request;
  const profileFolder = request.isProfiled
    ? await mkdtemp(path.join(tmpdir(), 'workforce-profile-'))
    : undefined;
  const ground = await startGround();
  const running: Installation[] = [];
  const stopAll = () => Promise.all(running.splice(0).map((one) => one.stop()));
  try {
    const common = { settings, withWorker };
    running.push(await startInstallation(ground, 'service', { ...common, profileFolder }));
    if (against)
      running.push(await startInstallation(ground, 'other', { ...common, root: path.resolve(against) }));
    const services = [...running];
    const floor = await startFloor(ground);
    running.push(floor);
    const options = { rounds, seconds, connections };
    const text = await request.scenario({ ground, services, floor, options, isSmoke });
    await stopAll();
    return profileFolder ? `${text}\n\n${await profileSummary(profileFolder)}` : text;
  } finally {
    await stopAll();
    await ground.stop();
  }
}

const request = requestFrom(process.argv.slice(2));
console.log(request ? await bench(request) : usage);
process.exitCode = request ? 0 : 1;
