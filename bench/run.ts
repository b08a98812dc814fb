import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitWithUsage, readArguments } from '@wfp/shared/arguments';
import { requireBuiltAdmin } from '../scripts/testing/built-admin.ts';
import { admin } from './admin/admin.ts';
import { auth } from './auth.ts';
import { events } from './events/events.ts';
import { exports } from './exports.ts';
import { largeActions } from './large-actions.ts';
import { latency } from './latency.ts';
import { limits } from './limits.ts';
import { lists } from './lists/lists.ts';
import type { RoundOptions } from './measurements/rounds.ts';
import { people } from './people/people.ts';
import {
  type Ground,
  type Installation,
  startFloor,
  startGround,
  startInstallation,
} from './processes/installation.ts';
import { profileSummary } from './processes/profile.ts';
import { relay } from './relay.ts';
import { create, list, read, type Scenario } from './scenarios.ts';
import { signIn } from './sign-in.ts';
import { slowSockets } from './slow-sockets.ts';
import { resume } from './streams/resume.ts';
import { streams } from './streams/streams.ts';
import { columnMoves } from './tasks/column-moves.ts';
import { moves } from './tasks/moves.ts';
import { tasks } from './tasks/tasks.ts';
import { webhooks } from './webhooks/webhooks.ts';
import { whole } from './whole/whole.ts';

const scenarios: Record<string, Scenario> = {
  tasks,
  moves,
  'column-moves': columnMoves,
  create,
  latency,
  read,
  list,
  lists,
  people,
  limits,
  'large-actions': largeActions,
  exports,
  auth,
  events,
  relay,
  'sign-in': signIn,
  'slow-sockets': slowSockets,
  streams,
  resume,
  webhooks,
  whole,
  admin,
};

const usage = `Usage: npm run bench -- <name…> [options]      names: ${Object.keys(scenarios).join(', ')}
  --rounds <n>        rounds per subject (4)
  --seconds <n>       length of a round (5)
  --connections <n>   concurrent connections (16)
  --patience <n>      maximum repetitions of a round disturbed by other load (0)
  --against <folder>  another installed checkout to compare with
  --set NAME=value    a setting of the service, e.g. LOG_LEVEL=error; may be repeated
  --only <text>       tasks: loads whose name contains the text; streams: number of clients; exports: of each organization; webhooks: rate, backlog or age;
                      lists, people: routes that contain the text; limits, large-actions, slow-sockets: names that
                      contain the text;
                      whole: words of the names of measurements, e.g. "settled create" or "fresh 1000"
  --rows <n>          events: number of events (10000000; 2000 with --smoke); lists, limits: tasks (100000); people: employees (10000); whole: requests of a round (2000);
                      sign-in: samples of each kind (300); slow-sockets: sockets (1000);
                      exports: rows of a list (10000)
  --no-worker         do not start the worker: measures the API process alone
  --cpu-prof          write CPU profiles of the API and the worker process and print summaries
  --smoke             run each briefly: proves that the harness works, measures nothing`;

interface Run {
  scenarios: [name: string, scenario: Scenario][];
  options: RoundOptions;
  isSmoke: boolean;
  only: string | undefined;
  rows: number | undefined;
  against: string | undefined;
  settings: Record<string, string>;
  withWorker: boolean;
  isProfiled: boolean;
}

function readRun(): Run {
  const { values, positionals } = readArguments({
    usage,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '16' },
      patience: { type: 'string', default: '0' },
      against: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      only: { type: 'string' },
      rows: { type: 'string' },
      'no-worker': { type: 'boolean', default: false },
      'cpu-prof': { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const chosen = Object.entries(scenarios).filter(([name]) => positionals.includes(name));
  if (chosen.length === 0 || chosen.length < positionals.length) exitWithUsage(usage, 'Unknown or no name');
  return {
    scenarios: chosen,
    options: values.smoke
      ? { connections: 2, seconds: 0.05, amount: 4, warmUpSeconds: 0, rounds: 1, patience: 0 }
      : {
          connections: Number(values.connections),
          seconds: Number(values.seconds),
          warmUpSeconds: 6,
          rounds: Number(values.rounds),
          patience: Number(values.patience),
        },
    isSmoke: values.smoke,
    only: values.only,
    rows: values.rows === undefined ? undefined : Number(values.rows),
    against: values.against,
    settings: {
      // Each PostgreSQL backend costs CPU time to start: short runs use few.
      ...(values.smoke ? { DATABASE_POOL_SIZE: '3' } : {}),
      ...Object.fromEntries(values.set.map((one) => one.split(/=(.*)/s, 2) as [string, string])),
    },
    withWorker: !values['no-worker'],
    isProfiled: values['cpu-prof'],
  };
}

/** Runs scenarios on separate servers and prints the results. */
async function bench(run: Run, interrupted: Promise<never>): Promise<void> {
  const profileFolder = run.isProfiled ? await mkdtemp(path.join(tmpdir(), 'workforce-profile-')) : undefined;
  const ground = await startGround(run);
  const running: Installation[] = [];
  try {
    await Promise.race([measure(run, ground, running, profileFolder), interrupted]);
  } finally {
    // The processes write their profiles when they stop.
    await Promise.all(running.map((one) => one.stop()));
    await ground.stop();
  }
  if (profileFolder) console.log(await profileSummary(profileFolder));
}

async function measure(
  { settings, withWorker, against, options, isSmoke, only, rows, scenarios: chosen }: Run,
  ground: Ground,
  running: Installation[],
  profileFolder: string | undefined,
): Promise<void> {
  const common = { settings, withWorker };
  // The API reads the files of the application when it starts.
  if (chosen.some(([name]) => name === 'admin')) await requireBuiltAdmin();
  running.push(await startInstallation(ground, 'service', { ...common, profileFolder }));
  if (against) {
    running.push(await startInstallation(ground, 'other', { ...common, root: path.resolve(against) }));
  }
  const services = [...running];
  const floor = await startFloor(ground);
  running.push(floor);
  const adopt = (installation: Installation) => {
    running.push(installation);
    const stop = async () => {
      running.splice(running.indexOf(installation), 1);
      await installation.stop();
    };
    return { ...installation, stop };
  };
  const startFresh = async (freshName: string) => adopt(await startInstallation(ground, freshName, common));
  for (const [name, scenario] of chosen) {
    const stage = { ground, services, floor, startFresh, adopt, options, isSmoke, only, rows };
    console.log(`${name}\n${await scenario(stage)}\n`);
  }
}

async function main(): Promise<number> {
  const run = readRun();
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error('interrupted')));
    }
  });
  interrupted.catch(() => undefined);
  return bench(run, interrupted).then(
    () => 0,
    (error: Error) => {
      console.error(`bench: ${error.message}`);
      return 1;
    },
  );
}

process.exit(await main());
