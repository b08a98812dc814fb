import path from 'node:path';
import {
  growPeer,
  installPeer,
  isPeerInstalled,
  type Peer,
  peerCreate,
  startPeer,
} from '../peer/parse-server.ts';
import { startChild } from '../processes/child.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario, Stage } from '../scenarios.ts';
import type { Order, Report } from '../webhooks/receiver.ts';
import { type Company, createCompany, createFloorCompany, growCompany } from './company.ts';
import { observe } from './consequences.ts';
import { measureInTurns, measureRound, type Subject, summarize, type WholeResult } from './measurement.ts';
import { floorRequestsFor, type Operation, operations, requestsFor, taskFields } from './operations.ts';
import { costTable, drainTable, peerLines } from './tables.ts';

/** Numbers of tasks of the organizations (`middle`: on the floor and the peer), and of requests in a round. */
const full = { sizes: [1_000, 10_000, 100_000], middle: 10_000, most: 2_000, warmUp: 300 };
const tiny = { sizes: [20], middle: 20, most: 4, warmUp: 0 };

const warmUpRound = -1;

/** Up to this size an organization is used in one round only, because creates change its size. */
const maxRenewed = 10_000;

interface Course extends Stage {
  extent: typeof full;
  webhookUrl: string;
  /** True if a measurement was requested: all words of `--only` occur among its words. */
  isChosen(state: string, operation: string, size: number | string): boolean;
}

/**
 * Measures the cost of writes and all of their consequences, with all fields set and all features enabled, in
 * organizations of several sizes: in a database that has been analyzed, and in one that has just been migrated.
 */
export const whole: Scenario = async (stage) => {
  const receiver = startChild<Order, Report>(path.join(import.meta.dirname, '../webhooks/receiver.ts'));
  try {
    const { port } = await receiver.ask({ kind: 'listen' });
    const words = stage.only?.split(/\s+/) ?? [];
    const course: Course = {
      ...stage,
      extent: stage.isSmoke ? tiny : { ...full, most: stage.rows ?? full.most },
      webhookUrl: `http://127.0.0.1:${port}/`,
      isChosen: (...name) => words.every((word) => name.map(String).includes(word)),
    };
    const settled = await measureSettled(course);
    const fresh = await measureFresh(course);
    const floors = settled.filter(({ installation }) => installation === stage.floor);
    return [
      costTable([...settled, ...fresh], floors),
      drainTable([...settled, ...fresh]),
      ...peerLines(settled),
    ].join('\n\n');
  } finally {
    receiver.stop();
  }
};

const nameOf = (state: string, operation: string, size: number) =>
  `${state}: ${operation}, ${size.toLocaleString('en')} tasks`;

async function measureSettled(course: Course): Promise<WholeResult[]> {
  const { ground, services, options, extent } = course;
  const chosen = operations.filter((operation) =>
    [...extent.sizes, 'floor', 'peer'].some((size) => course.isChosen('settled', operation, size)),
  );
  if (chosen.length === 0) return [];
  const peer = await peerFor(course, chosen);
  const subjects: Subject[] = [];
  for (const service of services) subjects.push(...(await serviceSubjects(course, service, chosen)));
  subjects.push(...(await floorSubjects(course, chosen)), ...(await peerSubjects(course, peer)));
  for (const installation of new Set(subjects.map((one) => one.installation))) {
    await installation.database.query('vacuum analyze');
  }
  await warmUp(course, subjects);
  const groups = chosen.map((operation) => subjects.filter((one) => one.operation === operation));
  return measureInTurns(ground, groups, options);
}

/** Subjects of one installation of the service. Each round has organizations of its own, except large ones. */
async function serviceSubjects(
  course: Course,
  service: Installation,
  chosen: readonly Operation[],
): Promise<Subject[]> {
  const { options, extent, services } = course;
  const subjects: Subject[] = [];
  for (const size of extent.sizes) {
    const ofSize = chosen.filter((operation) => course.isChosen('settled', operation, size));
    const companies = new Map<string, Company>();
    for (const operation of ofSize) {
      const first = subjects.some((one) => one.operation === operation) ? 0 : warmUpRound;
      for (let round = first; round < options.rounds; round += 1) {
        const key = companyKey(operation, size, round);
        if (!companies.has(key)) companies.set(key, await companyOf(course, service, size));
      }
      const state = services.length > 1 ? `${service.name}, settled` : 'settled';
      subjects.push({
        name: nameOf(state, operation, size),
        operation,
        installation: service,
        prepare: (round) => {
          const company = companies.get(companyKey(operation, size, round)) as Company;
          const most = round < 0 ? extent.warmUp : extent.most;
          return {
            requests: requestsFor(operation, company, most, round + 1),
            org_id: company.tenant.org_id,
          };
        },
      });
    }
  }
  return subjects;
}

/** Operations that add no tasks share an organization in each round. */
function companyKey(operation: Operation, size: number, round: number): string {
  if (size > maxRenewed) return 'all';
  const isCreate = operation === 'create' || operation === 'subtask';
  return `${isCreate ? operation : 'others'} ${round}`;
}

/** Creates an organization, waits until the worker has processed its setup, and grows it to a size. */
async function companyOf({ webhookUrl }: Course, service: Installation, size: number): Promise<Company> {
  const company = await createCompany(service, webhookUrl);
  const observer = await observe(service, company.tenant.org_id);
  await observer.untilDone().finally(() => observer.close());
  return growCompany(service, company, size);
}

async function floorSubjects(course: Course, chosen: readonly Operation[]): Promise<Subject[]> {
  const { floor, extent } = course;
  const company = await growCompany(floor, await createFloorCompany(floor), extent.middle);
  return chosen.map((operation) => ({
    name: `floor: ${operation}`,
    operation,
    installation: floor,
    prepare: (round) => ({
      requests: floorRequestsFor(operation, company, round < 0 ? extent.warmUp : extent.most, round + 1),
      org_id: null,
    }),
  }));
}

const ofPeer: readonly Operation[] = ['create', 'read'];

/** The peer, unless no measurement needs it. Short runs do not install it. */
async function peerFor(course: Course, chosen: readonly Operation[]): Promise<Peer | null> {
  if (
    !chosen.some((operation) => ofPeer.includes(operation) && course.isChosen('settled', operation, 'peer'))
  )
    return null;
  if (course.isSmoke && !isPeerInstalled()) return null;
  await installPeer();
  const peer = await startPeer(course.ground);
  return { ...peer, installation: course.adopt(peer.installation) };
}

async function peerSubjects(course: Course, peer: Peer | null): Promise<Subject[]> {
  if (!peer) return [];
  const { most, middle, warmUp: few } = course.extent;
  const company = {
    tenant: { org_id: 0, headers: {} },
    user_id: 1,
    teams: [1],
    employees: [1],
    initiatives: [1],
    tasks: [],
  };
  const fields = () => ({ ...taskFields(company), status: 'todo' });
  const reads = await growPeer(
    peer,
    { ...fields(), assigned_team_id: 1, assigned_to: 1, assigned_employee_id: 1 },
    middle,
  );
  const { installation } = peer;
  const countOf = (round: number) => (round < 0 ? few : most);
  return ofPeer
    .filter((operation) => course.isChosen('settled', operation, 'peer'))
    .map((operation) => ({
      name: `${installation.name}: ${operation}`,
      operation,
      installation,
      prepare: (round) => ({
        requests:
          operation === 'read'
            ? reads.slice(0, countOf(round))
            : Array.from({ length: countOf(round) }, () => peerCreate(peer, fields())),
        org_id: null,
      }),
    }));
}

/** Runs each operation in the smallest organization, so that code is compiled and statements are planned before round 0. */
async function warmUp({ ground, options, extent }: Course, subjects: readonly Subject[]): Promise<void> {
  if (extent.warmUp === 0) return;
  const keyOf = ({ installation, operation }: Subject) => `${installation.name} ${operation}`;
  const firstOfEach = new Map(subjects.toReversed().map((one) => [keyOf(one), one]));
  for (const one of firstOfEach.values()) {
    await measureRound(ground, one, warmUpRound, { ...options, patience: 0 });
  }
}

/** Each round of each subject has an installation of its own, without warm-up, and begins when its tasks are inserted. */
async function measureFresh(course: Course): Promise<WholeResult[]> {
  const { ground, options, extent, startFresh, isSmoke } = course;
  const results: WholeResult[] = [];
  const chosen = (isSmoke ? operations.slice(0, 1) : operations).flatMap((operation) =>
    extent.sizes
      .filter((size) => course.isChosen('fresh', operation, size))
      .map((size) => ({ operation, size, name: nameOf('fresh', operation, size) })),
  );
  for (const { operation, size, name } of chosen) {
    const samples = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const installation = await startFresh(`fresh_${operation}_${size}_${round}`);
      const company = await companyOf(course, installation, size);
      const { org_id } = company.tenant;
      const prepare = () => ({ requests: requestsFor(operation, company, extent.most, round), org_id });
      const subject = { name, operation, installation, prepare };
      samples.push(await measureRound(ground, subject, round, { ...options, patience: 0 }));
      await installation.stop();
      if (round === options.rounds - 1) results.push(summarize(subject, samples));
    }
  }
  return results;
}
