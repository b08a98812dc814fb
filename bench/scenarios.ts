import type { LoadRequest } from 'autocannon';
import { figures, ratioLine } from './measurements/report.ts';
import { alternate, type Measured, type RoundOptions, type Subject } from './measurements/rounds.ts';
import { fillBoard, newTask, signUp, type Tenant } from './organizations.ts';
import type { Ground, Installation } from './processes/installation.ts';

/** Environment of a scenario: the installations to compare, the floor last. */
export interface Stage {
  ground: Ground;
  services: readonly Installation[];
  floor: Installation;
  /** Starts another installation of this checkout on a database that is only migrated. */
  startFresh(name: string): Promise<Installation>;
  /** Stops an installation at the end of the run, also if interrupted. Call `stop` of the result to stop it earlier. */
  adopt(installation: Installation): Installation;
  options: RoundOptions;
  isSmoke: boolean;
  /** Value of `--only`, whose meaning depends on the scenario (see the usage in run.ts); default: everything. */
  only?: string | undefined;
  /** Number of rows or requests, for scenarios that have a default of their own. */
  rows?: number | undefined;
}

/** Runs a comparison and returns the text to print. */
export type Scenario = (stage: Stage) => Promise<string>;

const manyOrganizations = 20;
const pageSize = 25;

/** Measures creates in one organization, where all wait for the same column, and in twenty. */
export const create: Scenario = async (stage) => {
  const many = stage.isSmoke ? 2 : manyOrganizations;
  const spreads = [
    { label: 'one organization', count: 1 },
    { label: `${many} organizations`, count: many },
  ];
  const subjects: Subject[] = [];
  for (const installation of [...stage.services, stage.floor]) {
    const tenants = await signUp(installation, many);
    for (const { label, count } of spreads) {
      const requests = tenants.slice(0, count).map(createRequest);
      subjects.push({ name: `${installation.name}, ${label}`, installation, requests });
    }
  }
  const [tenant] = await signUp(stage.floor, 1);
  if (!tenant) throw new Error('No organization was created');
  const requests = [inColumnRequest(tenant)];
  subjects.push({ name: 'floor, same column', installation: stage.floor, requests });
  const measured = await alternate(stage.ground, subjects, stage.options);
  const inColumn = measured.pop();
  const [first] = measured;
  return [
    figures(inColumn ? [...measured, inColumn] : measured),
    ...ratios(stage, measured, spreads.length),
    ...(first && inColumn ? [ratioLine(first, inColumn)] : []),
  ].join('\n');
};

function createRequest({ headers }: Tenant): LoadRequest {
  return {
    method: 'POST',
    path: '/api/tasks',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(newTask),
  };
}

/** A create that locks its column until it is committed, as a create of the service does. */
function inColumnRequest({ headers }: Tenant): LoadRequest {
  const defaults = { category_code: 'general', effort: 'm', task_type: 'task', tags: [] };
  return {
    method: 'POST',
    path: '/api/columns/todo/tasks',
    headers: { 'content-type': 'application/json', 'x-user-id': '1', ...headers },
    body: JSON.stringify({ ...newTask, ...defaults }),
  };
}

/** One task by its id. */
export const read: Scenario = (stage) =>
  onBoard(stage, ({ headers }, ids) =>
    ids.slice(0, 200).map((id) => ({ method: 'GET', path: `/api/tasks/${id}`, headers })),
  );

/** The first page of a board with nearly all tasks in one column. */
export const list: Scenario = (stage) =>
  onBoard(stage, ({ headers }) => [{ method: 'GET', path: `/api/tasks?limit=${pageSize}`, headers }]);

async function onBoard(
  stage: Stage,
  requestsFor: (tenant: Tenant, ids: number[]) => LoadRequest[],
): Promise<string> {
  const subjects: Subject[] = [];
  for (const installation of [...stage.services, stage.floor]) {
    const [tenant] = await signUp(installation, 1);
    if (!tenant) throw new Error('No organization was made');
    const ids = await fillBoard(installation, tenant, stage.isSmoke ? 30 : 3_000);
    subjects.push({ name: installation.name, installation, requests: requestsFor(tenant, ids) });
  }
  const measured = await alternate(stage.ground, subjects, stage.options);
  return [figures(measured), ...ratios(stage, measured, 1)].join('\n');
}

/** Compares each service with the floor, and a checkout with the other one, load by load. */
function ratios({ services }: Stage, measured: readonly Measured[], loads: number): string[] {
  const lines: string[] = [];
  for (let load = 0; load < loads; load += 1) {
    const ofLoad = measured.filter((_, index) => index % loads === load);
    const [first, second] = ofLoad;
    const floor = ofLoad[services.length];
    if (!first || !floor) continue;
    for (const one of ofLoad.slice(0, services.length)) lines.push(ratioLine(one, floor));
    if (second && services.length > 1) lines.push(ratioLine(second, first));
  }
  return lines;
}
