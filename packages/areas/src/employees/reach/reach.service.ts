import { type Caller, forbidden, missingPermission, type Permission } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import {
  coversAllPeople,
  excessError,
  findPermissionsOnPeople,
  type LockedCaller,
  lockAccess,
  requirePrimaryTeamAuthority,
} from '../../access/index.ts';
import { hasPrivateData } from '../private-data/private-data.store.ts';
import { lockTimelines } from '../timeline/timeline.store.ts';
import {
  findGainedReach,
  findMissingPermissions,
  findOwnTeam,
  findPeopleBelow,
  findReach,
  type GainedReach,
  usersById,
} from './reach.store.ts';

/** Number of employees whose permissions are compared one by one. */
export const maxComparedPeople = 1_000;

/**
 * Changes the timeline of a locked employee. Rejects the change if a user gets permissions on people by it that the caller does
 * not have: the user of the employee those of a primary team that is new on a day from today on, and the users of managers
 * those on the employee and the people below. Applied and scheduled changes count.
 *
 * @throws AppError `forbidden`
 */
export async function withReachCheck<Result>(
  tx: Transaction,
  caller: Caller,
  employee: { id: number; user_id: number | null },
  work: () => Promise<Result>,
): Promise<Result> {
  if (coversAllPeople(caller)) return work();
  const { placements, own_team_id } = await findReach(tx, caller, employee.id);
  const result = await work();
  const gained = await findGainedReach(tx, caller, employee.id, placements);
  await requireTeams(tx, caller, employee.user_id, { ...gained, own_team_id });
  await requireReports(tx, caller, employee.id, gained);
  return result;
}

/**
 * Takes the timeline lock before an employee is linked to a user, so that {@link requireReachOfUser} includes the changes of
 * concurrent requests.
 */
export async function lockReach(tx: Transaction, caller: Caller): Promise<void> {
  if (!coversAllPeople(caller)) await lockTimelines(tx, caller);
}

/**
 * Rejects a link of a user to a locked employee whose changes or private data the caller may not read: the roles of the user
 * may let them read these of themselves, now or later.
 *
 * @throws AppError `forbidden`
 */
export async function requireLinkable(tx: Transaction, caller: Caller, employee_id: number): Promise<void> {
  if (coversAllPeople(caller)) return;
  const permissions: Permission[] = ['employee_change:read'];
  if (await hasPrivateData(tx, caller, employee_id)) permissions.push('employee_private:read');
  const [missing] = await findMissingPermissions(tx, caller, [employee_id], permissions);
  if (missing)
    throw missingPermission(caller, missing, 'on the employee, which the linked user may get by a role');
}

/**
 * Like {@link withReachCheck}, for an employee who was linked to a user, who gets the primary teams and the reports of the
 * employee.
 */
export async function requireReachOfUser(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  user_id: number,
): Promise<void> {
  if (coversAllPeople(caller)) return;
  const own_team_id = await findOwnTeam(tx, caller);
  const { team_ids } = await findGainedReach(tx, caller, employee_id, []);
  await requireTeams(tx, caller, user_id, { team_ids, own_team_id });
  await requirePeopleBelow(tx, caller, employee_id, { user_ids: [user_id], isIncluded: false });
}

/**
 * Like {@link withReachCheck}, for an employee who was restored.
 *
 * @param keepsManager true if the caller's scope `reports` included the employee if it does now
 */
export async function requireReachOfRestored(
  tx: Transaction,
  caller: Caller,
  { id, user_id }: { id: number; user_id: number | null },
  keepsManager: boolean,
): Promise<void> {
  if (coversAllPeople(caller)) return;
  const own_team_id = await findOwnTeam(tx, caller);
  const gained = await findGainedReach(tx, caller, id, []);
  await requireTeams(tx, caller, user_id, { ...gained, own_team_id });
  const is_newly_above = gained.is_newly_above && !keepsManager;
  await requireReports(tx, caller, id, { ...gained, is_newly_above });
}

async function requireTeams(
  tx: Transaction,
  caller: Caller,
  user_id: number | null,
  { team_ids, own_team_id }: { team_ids: readonly number[]; own_team_id: number | null },
): Promise<void> {
  if (user_id === null || team_ids.length === 0) return;
  const by = await lockAccess(tx, caller);
  await requirePrimaryTeamAuthority(tx, by, { users: usersById([user_id]), team_ids, own_team_id });
}

async function requireReports(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  { user_ids, is_above, is_newly_above }: GainedReach,
): Promise<void> {
  if (user_ids.length === 0) return;
  const scopes = { isAbove: is_above && !is_newly_above, isNewlyAbove: is_newly_above };
  await requirePeopleBelow(tx, caller, employee_id, { user_ids, isIncluded: true, ...scopes });
}

interface NewManagers {
  user_ids: readonly number[];
  /** True if the users become managers of the employee, too, and not only of the people below. */
  isIncluded: boolean;
  /** True if the employee was in the caller's scope `reports`, with all people below. */
  isAbove?: boolean;
  /** True if the employee is in this scope only since the change. */
  isNewlyAbove?: boolean;
}

async function requirePeopleBelow(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  { user_ids, isIncluded, isAbove = false, isNewlyAbove = false }: NewManagers,
): Promise<void> {
  const locked = await lockAccess(tx, caller);
  const by = isNewlyAbove ? withoutReports(locked) : locked;
  const given = (await findPermissionsOnPeople(tx, by, usersById(user_ids), 'reports')).filter(
    ({ permission }) => !(isAbove && by.rowScopeFor(permission)?.reports),
  );
  if (given.length === 0) return;
  const limit = maxComparedPeople + 1;
  const people = await findPeopleBelow(tx, by, employee_id, { isIncluded, limit });
  const permissions = given.map(({ permission }) => permission);
  if (people.length > maxComparedPeople)
    throw forbidden(
      'authority',
      `Requires ${permissions.slice(0, 5).join(', ')} for the whole organization, which a role would give a user on more than ${maxComparedPeople} people`,
      permissions[0],
    );
  const missing = people.length === 0 ? [] : await findMissingPermissions(tx, by, people, permissions);
  const [first] = given.filter(({ permission }) => missing.includes(permission));
  if (first) throw excessError('With these reports', first.role, missing);
}

const withoutReports = (by: LockedCaller): LockedCaller => ({
  ...by,
  rowScopeFor: (permission) => {
    const scope = by.rowScopeFor(permission);
    return scope && { ...scope, reports: false };
  },
});
