import type { Client, TestService } from '@wfp/testing';
import { runDueChangesAt } from '../../../packages/areas/src/employees/testing/run-due-changes.ts';

/**
 * Attempts to use a decision of the owner about an employee. Each prepares an employee, a user and a seat with a role as the
 * owner, so that the user gains nothing. Then the actor acts, and scheduled changes take effect. Whatever the user has
 * gained then must be something that the actor could grant.
 */
export const seatAttempts = [
  'link-later',
  'redate',
  'invite',
  'restore-hire',
  'end',
  'terminate',
  'rehire',
] as const;
export type SeatAttempt = (typeof seatAttempts)[number];

export interface SeatStage {
  service: TestService;
  owner: Client;
  actor: Client;
  /** The role of the seat, and a number that selects one of the variants of the attempt. */
  role_id: number;
  variant: number;
}

export interface AttemptResult {
  status: number;
  /** The user whose account the attempt deactivated, with roles that the owner granted. */
  deactivated?: number | undefined;
  /** The user of a former employee whose account the attempt reactivated. */
  reactivated?: number | undefined;
  /** The user to whom the owner granted roles in the preparation. */
  prepared?: number;
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
let counter = 0;

export async function runSeatAttempt(kind: SeatAttempt, stage: SeatStage): Promise<AttemptResult> {
  counter += 1;
  const { leaving, returning, ...result } = await attempts[kind](stage);
  await runDueChangesAt(stage.service, stage.owner.user.org_id, `${day(40)}T00:00:00Z`);
  const user_id = leaving ?? returning;
  if (user_id === undefined) return result;
  const { status } = (await stage.owner.call('GET', `/users/${user_id}`)).body;
  return {
    ...result,
    deactivated: status === 'deactivated' ? leaving : undefined,
    reactivated: status === 'active' ? returning : undefined,
  };
}

/** The result before scheduled changes take effect, with the user of an employee who leaves, or who returns. */
interface Attempted extends Pick<AttemptResult, 'status' | 'prepared'> {
  leaving?: number;
  returning?: number;
}

const attempts: Record<SeatAttempt, (stage: SeatStage) => Promise<Attempted>> = {
  /** Links a user to an employee for whom the owner chose a seat, and has the decision copied. */
  'link-later': async (stage) => {
    const { owner, actor, variant } = stage;
    const position_id = await createSeat(stage);
    const from = await create(owner, '/teams', { name: `From ${counter}`, kind: 'department' });
    const starts = variant % 4 === 1;
    const hired = starts ? { hire_date: day(30), position_id } : { hire_date: '2024-01-01' };
    const employee = await create(owner, '/employees', { ...person, ...hired });
    const effective_date = variant % 4 === 2 ? '2024-02-01' : day(30);
    const set = { position_id, ...(variant % 4 === 3 && { team_id: from }) };
    const changes = `/employees/${employee}/changes`;
    const change = { effective_date, kind: 'transfer', set };
    const corrects_id = starts ? await findChange(owner, employee) : await create(owner, changes, change);
    const link = { user_id: await createUser(owner) };
    const linked = await actor.call('POST', `/employees/${employee}/link-user`, link);
    if (linked.status !== 200) return { status: linked.status };
    if (variant % 4 === 3) {
      const into = await create(owner, '/teams', { name: `Into ${counter}`, kind: 'department' });
      return actor.call('POST', `/teams/${from}/archive`, { move_to: into });
    }
    return correct(actor, employee, corrects_id, day(30));
  },
  /** Moves a decision of the owner that was superseded to a later day. */
  redate: async (stage) => {
    const { owner, actor } = stage;
    const position_id = await createSeat(stage);
    const user_id = await createUser(owner);
    const employee = await create(owner, '/employees', { ...person, hire_date: '2024-01-01', user_id });
    const changes = `/employees/${employee}/changes`;
    const change = { effective_date: '2024-02-01', kind: 'position', set: { position_id } };
    const corrects_id = await create(owner, changes, change);
    await create(owner, changes, { ...change, effective_date: '2024-03-01', set: { position_id: null } });
    return correct(actor, employee, corrects_id, day(30));
  },
  /** Hires onto a seat an employee for whom the owner invites a user, or links one. */
  invite: async (stage) => {
    const { owner, actor, variant } = stage;
    const position_id = await createSeat(stage);
    const hired = { ...person, hire_date: '2024-01-01', position_id };
    const { status, body } = await actor.call('POST', '/employees', hired);
    if (status !== 201) return { status };
    if (variant % 2 === 0) {
      const link = { user_id: await createUser(owner) };
      return owner.call('POST', `/employees/${body.id}/link-user`, link);
    }
    const invitation = { email: `invited${counter}@example.test`, employee_id: body.id, role_ids: [] };
    return owner.call('POST', '/users/invite', invitation);
  },
  /** Hires onto a seat an employee whom the owner deletes and restores before the first day. */
  'restore-hire': async (stage) => {
    const { owner, actor } = stage;
    const position_id = await createSeat(stage);
    const user_id = await createUser(owner);
    const hired = { ...person, hire_date: day(30), position_id, user_id };
    const { status, body } = await actor.call('POST', '/employees', hired);
    if (status !== 201) return { status };
    await owner.call('DELETE', `/employees/${body.id}`);
    return owner.call('POST', `/employees/${body.id}/restore`);
  },
  /** Moves a termination that the owner scheduled. */
  end: async ({ owner, actor, role_id }) => {
    const prepared = await createUser(owner, [role_id]);
    const hired = { ...person, hire_date: '2024-01-01', user_id: prepared };
    const employee = await create(owner, '/employees', hired);
    const termination = { end_date: day(60), reason_code: 'left' };
    const { body } = await owner.call('POST', `/employees/${employee}/terminate`, termination);
    const { status } = await correct(actor, employee, body.change.id, day(30));
    const { state } = (await owner.call('GET', `/employees/${employee}/changes/${body.change.id}`)).body;
    if (state === 'scheduled') await owner.call('DELETE', `/employees/${employee}/changes/${body.change.id}`);
    return { status, prepared, leaving: prepared };
  },
  /** Ends the employment of a user, today or later. */
  terminate: async ({ owner, actor, role_id, variant }) => {
    const prepared = await createUser(owner, [role_id]);
    const hired = { ...person, hire_date: '2024-01-01', user_id: prepared };
    const employee = await create(owner, '/employees', hired);
    const termination = { end_date: day(variant % 2 === 0 ? 0 : 30), reason_code: 'left' };
    const { status } = await actor.call('POST', `/employees/${employee}/terminate`, termination);
    return { status, prepared, leaving: prepared };
  },
  /**
   * Rehires, today or later, a former employee whose user is deactivated. The user has a role that the owner granted, or gets
   * one from a seat: from that of the former employment, or from one that the actor chooses.
   */
  rehire: async (stage) => {
    const { owner, actor, role_id, variant } = stage;
    const gets = (['granted', 'former', 'chosen'] as const)[variant % 3];
    const position_id = await createSeat(stage);
    const user_id = await createUser(owner, gets === 'granted' ? [role_id] : []);
    const hired = { ...person, hire_date: '2024-01-01', user_id, ...(gets === 'former' && { position_id }) };
    const employee = await create(owner, '/employees', hired);
    const termination = { end_date: '2024-02-01', reason_code: 'left' };
    await owner.call('POST', `/employees/${employee}/terminate`, termination);
    const hire_date = day(variant % 2 === 0 ? 0 : 30);
    const { status } = await actor.call('POST', `/employees/${employee}/rehire`, {
      ...{ hire_date, ...(gets === 'chosen' && { position_id }) },
    });
    return { status, returning: user_id, ...(gets === 'granted' && { prepared: user_id }) };
  },
};

const person = { first_name: 'M', last_name: 'M', time_zone: 'UTC' };

async function create(by: Client, path: string, body: object): Promise<number> {
  const response = await by.call('POST', path, body);
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status}`);
  return response.body.id;
}

const createSeat = ({ owner, role_id }: SeatStage) =>
  create(owner, '/positions', {
    ...{ title: 'Seat', code: `SEAT-${counter}`, status: 'open', default_role_id: role_id },
  });

const createUser = (owner: Client, role_ids: number[] = []) =>
  create(owner, '/users', {
    ...{ email: `seated${counter}@example.test`, first_name: 'M', last_name: 'M', role_ids },
    password: 'correct horse battery',
  });

const findChange = async (owner: Client, employee: number): Promise<number> =>
  (await owner.call('GET', `/employees/${employee}/changes`)).body.data[0].id;

const correct = (by: Client, employee: number, corrects_id: number, effective_date: string) =>
  by.call('POST', `/employees/${employee}/changes`, {
    ...{ effective_date, kind: 'correction', corrects_id, set: {} },
  });
