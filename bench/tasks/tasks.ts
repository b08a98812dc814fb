import type { LoadRequest } from 'autocannon';
import { figures, ratioLine } from '../measurements/report.ts';
import { alternate, type Measured, type Subject } from '../measurements/rounds.ts';
import { newTask, signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario, Stage } from '../scenarios.ts';
import { fillBoards, type Seeded, sampleOf } from './boards.ts';

/** 100,000 tasks in 50 organizations, and another board with nearly all tasks done. */
const full = { organizations: 50, each: 2_000 };
const tiny = { organizations: 2, each: 100 };
/** Number of tasks that are read, changed and moved. */
const touched = 500;

/** The data of one installation. */
interface Boards {
  tenants: Tenant[];
  tasks: Seeded[];
  skewed: Tenant;
}

const json = { 'content-type': 'application/json' };

/** The loads, on all organizations unless stated otherwise. */
const loads: Record<string, (boards: Boards) => LoadRequest[]> = {
  create: ({ tenants }) =>
    tenants.map(({ headers }) => ({
      method: 'POST',
      path: '/api/tasks',
      headers: { ...json, ...headers },
      body: JSON.stringify(newTask),
    })),
  read: ({ tasks }) =>
    tasks.map(({ tenant, id }) => ({ method: 'GET', path: `/api/tasks/${id}`, headers: tenant.headers })),
  'list 25 by status': ({ tenants }) => tenants.map(pageOf('in_progress')),
  'list 25, 99 % in it': ({ skewed }) => [skewed].map(pageOf('done')),
  patch: ({ tasks }) =>
    tasks.map(({ tenant, id }) => ({
      method: 'PATCH',
      path: `/api/tasks/${id}`,
      headers: { ...json, ...tenant.headers },
      setupRequest: withNewTitle,
    })),
  'move to the top': ({ tasks }) =>
    tasks.map(({ tenant, id }, index) => ({
      method: 'POST',
      path: `/api/tasks/${id}/move`,
      headers: { ...json, ...tenant.headers },
      body: JSON.stringify({ status: index % 2 === 0 ? 'todo' : 'blocked', position: 0 }),
    })),
};

let titles = 0;

/** Sets a title that no task has, because a PATCH that changes nothing writes nothing. */
function withNewTitle(request: LoadRequest): LoadRequest {
  titles += 1;
  return { ...request, body: JSON.stringify({ title: `Changed ${titles}`, priority: 'urgent' }) };
}

const pageOf =
  (status: string) =>
  ({ headers }: Tenant): LoadRequest => ({
    method: 'GET',
    path: `/api/tasks?status=${status}&limit=25`,
    headers,
  });

/** Everyday operations on tasks, measured one after another, each compared with the floor. */
export const tasks: Scenario = async (stage) => {
  const installations = [...stage.services, stage.floor];
  const boards = new Map<Installation, Boards>();
  for (const installation of installations) {
    boards.set(installation, await boardsOn(installation, stage.isSmoke ? tiny : full));
  }
  const measured: Measured[] = [];
  const ratios: string[] = [];
  for (const [load, requestsFor] of chosenOf(stage)) {
    const subjects = installations.map((installation): Subject => {
      const requests = requestsFor(boards.get(installation) as Boards);
      return { name: `${installation.name}, ${load}`, installation, requests };
    });
    const ofLoad = await alternate(stage.ground, subjects, stage.options);
    measured.push(...ofLoad);
    ratios.push(...ratiosOf(ofLoad));
  }
  return [figures(measured), ...ratios].join('\n');
};

function chosenOf({ only }: Stage) {
  return Object.entries(loads).filter(([name]) => only === undefined || name.includes(only));
}

/** The floor comes last; another checkout is also compared with the first one. */
function ratiosOf(ofLoad: readonly Measured[]): string[] {
  const floor = ofLoad.at(-1);
  const services = ofLoad.slice(0, -1);
  const [first, second] = services;
  return [
    ...services.flatMap((one) => (floor ? [ratioLine(one, floor)] : [])),
    ...(first && second ? [ratioLine(second, first)] : []),
  ];
}

async function boardsOn(installation: Installation, { organizations, each }: typeof full): Promise<Boards> {
  const all = await signUp(installation, organizations + 1);
  const [skewed, ...tenants] = all;
  if (!skewed) throw new Error('No organization was made');
  const tasks = await fillBoards(installation, tenants, each, 'usual');
  await fillBoards(installation, [skewed], each * 2, 'skewed');
  return { tenants, tasks: sampleOf(tasks, touched), skewed };
}
