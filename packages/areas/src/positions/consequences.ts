import { consequence } from '@wfp/shared';
import { grantsReplaced } from '../access/announcements.ts';
import { endSeatGrants, endSeatGrantsEvents, grantSeatRoleEvents } from '../access/index.ts';
import {
  type EmploymentState,
  employeeDeleted,
  employeeHired,
  employeeLinked,
  employeeRestored,
  positionAssigned,
  positionChosen,
  timelineApplied,
} from '../employees/announcements.ts';
import { guardPeopleOnTeamNesting } from '../employees/index.ts';
import { placeDeleting } from '../places/announcements.ts';
import { blockTeamDeletion, moveRowsOnTeamMerge } from '../teams/index.ts';
import { userRestored } from '../users/announcements.ts';
import { positions } from './position.resource.ts';
import { countPositionsOfPlace } from './positions.store.ts';
import { describeHeadcount } from './seats/headcount.service.ts';
import {
  applySeatChange,
  describeSeat,
  grantRoleOfSeat,
  requireOpenPosition,
} from './seats/seats.service.ts';
import { copySeatGrants, findGroundlessGrants, findSeatGrants, hadSeatGrant } from './seats/seats.store.ts';

const name = 'positions.holders';
const after = ['access.managers'];
const leavingEvents = ['position.vacated', ...endSeatGrantsEvents];

/** The position that an employee holds; none before the hire date and after termination. */
const heldPosition = ({ status, position_id }: EmploymentState): number | null =>
  status === 'pre_hire' || status === 'terminated' ? null : position_id;

export const positionConsequences = [
  consequence({
    ...{ on: grantsReplaced, name, writes: [] },
    run: ({ tx, caller, payload: { replacements } }) => copySeatGrants(tx, caller, replacements),
  }),
  consequence({
    ...{ on: positionChosen, name, writes: [] },
    run: ({ tx, caller, payload }) => requireOpenPosition(tx, caller, payload),
  }),
  consequence({
    ...{ on: positionAssigned, name, writes: [] },
    run: ({ tx, caller, payload }) => describeSeat(tx, caller, payload),
  }),
  consequence({
    ...{ on: positionAssigned, name: 'positions.headcount', writes: [] },
    run: async ({ tx, caller, payload }) =>
      payload.isNew ? describeHeadcount(tx, caller, payload) : undefined,
  }),
  consequence({
    ...{ on: employeeRestored, name: 'positions.headcount', writes: [] },
    run: async ({ tx, caller, payload: { employee_id, position_id } }) =>
      position_id === null ? undefined : describeHeadcount(tx, caller, { employee_id, position_id }),
  }),
  consequence({
    ...{ on: employeeHired, name, after },
    writes: grantSeatRoleEvents,
    run: async ({ tx, caller, payload: { employee_id, position_id } }) => {
      if (position_id !== null)
        await applySeatChange(tx, caller, { employee_id, left: null, taken: position_id });
    },
  }),
  consequence({
    ...{ on: timelineApplied, name, after },
    writes: [...leavingEvents, ...grantSeatRoleEvents],
    run: async ({ tx, payload: { employee_id, change, by } }) => {
      if (!change) return;
      const [left, taken] = [heldPosition(change.before), heldPosition(change.now)];
      if (left !== taken) await applySeatChange(tx, by, { employee_id, left, taken });
    },
  }),
  consequence({
    ...{ on: employeeDeleted, name, after },
    writes: leavingEvents,
    run: async ({ tx, caller, payload: { employee_id, position_id } }) => {
      if (position_id !== null)
        await applySeatChange(tx, caller, { employee_id, left: position_id, taken: null });
    },
  }),
  consequence({
    ...{ on: employeeRestored, name, after },
    writes: grantSeatRoleEvents,
    run: async ({ tx, caller, payload: { employee_id, position_id, deleted } }) => {
      if (position_id === null) return undefined;
      const isSame = position_id === deleted.position_id;
      if (isSame && !(await hadSeatGrant(tx, caller, { employee_id, position_id }, deleted.at)))
        return undefined;
      await applySeatChange(tx, caller, { employee_id, left: null, taken: position_id });
      return describeSeat(tx, caller, { employee_id, position_id, change_id: null });
    },
  }),
  consequence({
    ...{ on: employeeLinked, name, after },
    writes: [...endSeatGrantsEvents, ...grantSeatRoleEvents],
    run: async ({ tx, caller, payload: { employee_id, former_user_id, position_id } }) => {
      if (former_user_id !== null)
        await endSeatGrants(tx, caller, await findSeatGrants(tx, caller, { employee_id }));
      if (position_id !== null) await grantRoleOfSeat(tx, caller, employee_id, position_id);
    },
  }),
  consequence({
    ...{ on: userRestored, name, after },
    writes: endSeatGrantsEvents,
    run: async ({ tx, caller, payload: { user_id } }) =>
      endSeatGrants(tx, caller, await findGroundlessGrants(tx, caller, user_id)),
  }),
  guardPeopleOnTeamNesting('positions.team', {
    permission: 'position:update',
    tables: ['positions'],
    owners: { byPrimaryTeam: true },
    noun: 'positions',
  }),
  consequence({
    ...{ on: placeDeleting, name: 'positions.place', writes: [] },
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countPositionsOfPlace(tx, caller, id), 'position', 'positions'),
  }),
  moveRowsOnTeamMerge('positions.team', positions.table),
  blockTeamDeletion('positions.team', positions.table, ['position', 'positions']),
];
