import { startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { kinds, type Placement, placement } from './steps.ts';
import { buildWorld, findReach, type Rights, rights, runPlacement, type World } from './world.ts';

const { runs, seed } = inject('escalation');
/** Limits the time of all runs, including the shrinking of a failing sequence, in ms. */
const interruptAfterTimeLimit = 240_000 + runs * 1_000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

const resultCounts = new Map<string, number>();

/**
 * Runs placements of employees and teams. Expects that with each, users gain only permissions on people that the actor had on
 * the same people.
 */
async function runSequence(held: readonly Rights[], steps: readonly Placement[]): Promise<void> {
  const world: World = await buildWorld(service, held);
  const done = held.map((one, index) => `role ${index}: ${JSON.stringify(one)}`);
  let before = await findReach(service, world);
  for (const step of steps) {
    const { status, description, actor, placed } = await runPlacement(service, world, step);
    const counted = `${step.kind} ${status < 300 ? 'accepted' : status}`;
    resultCounts.set(counted, (resultCounts.get(counted) ?? 0) + 1);
    done.push(`${description} → ${status}`);
    expect(status, done.join('\n')).toBeLessThan(500);
    const after = await findReach(service, world);
    // The owner prepares some steps.
    if (status >= 300) {
      before = after;
      continue;
    }
    const stolen = [...after].filter((word) => {
      const [, right, employee] = word.split(' ');
      if (before.has(word) || before.has(`${actor} ${right} ${employee}`)) return false;
      // Users who have a team get rights on the employees who join it.
      return Number(employee) !== placed;
    });
    expect(stolen, `A user gained more than the actor has:\n${done.join('\n')}`).toEqual([]);
    before = after;
  }
}

/** A user who manages the teams and the changes of all, and has further rights only on the own team and reports. */
const organizer: Rights = {
  'team:manage': ['org'],
  'employee_change:manage': ['org'],
  'position:manage': ['org'],
  'employee:manage': ['team', 'reports'],
};
/** A user who may link and restore employees, and change those of one team. */
const linker: Rights = {
  'employee:update': ['org'],
  'employee:manage': ['org'],
  'employee_change:update': ['reports'],
};
/** A user with rights on the own team and reports only. */
const local: Rights = {
  'employee_change:manage': ['team', 'reports'],
  'employee:manage': ['team', 'reports'],
};

const step = (kind: Placement['kind'], more: Partial<Placement> = {}): Placement => ({
  ...{ kind, by: 0, employee: 0, manager: 0, team: 0, into: 2, isLater: false, ...more },
});
/** Each way to place an employee, with a user who has rights on the own people and with one who has rights on all. */
const exampleSteps: Placement[] = [
  ...[false, true].flatMap((isLater) => [
    step('move', { into: 2, isLater }),
    step('move', { employee: 1, into: 2, isLater }),
    step('report', { employee: 3, manager: 0, isLater }),
    step('report', { by: 2, employee: 3, manager: 2, isLater }),
    step('correct', { employee: 2, isLater }),
  ]),
  step('terminate', { by: 2, employee: 5, manager: 2 }),
  step('terminate', { by: 3, employee: 5, manager: 2 }),
  step('merge', { team: 1, into: 2 }),
  step('archive', { team: 0, into: 2 }),
  step('nest', { team: 2, into: 0 }),
  step('link', { by: 1, employee: 3, manager: 3 }),
  step('link', { by: 3, employee: 3, manager: 3 }),
  step('restore', { by: 1, employee: 4 }),
  step('restore', { by: 3, employee: 4 }),
  step('cancel', { employee: 2 }),
  step('cancel', { by: 3, employee: 2 }),
  step('nest', { by: 3, team: 1, into: 2 }),
  step('merge', { by: 3, team: 1, into: 2 }),
  step('archive', { by: 3, team: 0, into: 2 }),
];

it(
  'no placement of an employee or a team gives rights on people that the actor does not have',
  async () => {
    const sequences = fc.tuple(
      fc.tuple(rights, rights, rights),
      fc.array(placement, { minLength: 4, maxLength: 12, size: 'max' }),
    );
    await fc.assert(
      fc.asyncProperty(sequences, ([held, steps]) => runSequence(held, steps)),
      {
        numRuns: runs,
        examples: [[[[organizer, linker, local], exampleSteps]]],
        seed,
        interruptAfterTimeLimit,
      },
    );
    for (const kind of kinds) {
      for (const result of ['accepted', '403'])
        expect(resultCounts.get(`${kind} ${result}`) ?? 0, `${kind} ${result}`).toBeGreaterThan(0);
    }
  },
  2 * interruptAfterTimeLimit,
);
