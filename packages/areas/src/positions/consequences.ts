import { consequence } from '@wfp/shared';
import { endGrantsOfSeatEvents, grantWithSeatEvents } from '../access/index.ts';
import {
  employeeDeleted,
  employeeHired,
  employeeLinked,
  type Placement,
  positionChosen,
  timelineApplied,
} from '../employees/announcements.ts';
import { rowsFollowTeam, rowsKeepTeam } from '../teams/index.ts';
import { positions } from './position.resource.ts';
import { giveRoleOfSeat, noteSeats, requireSeat } from './seats/seats.service.ts';

const name = 'positions.holders';
const after = ['access.managers'];
const leaving = ['position.vacated', ...endGrantsOfSeatEvents];

/** The position that an employee holds: none before the first day and after the last one. */
const heldBy = ({ status, position_id }: Placement): number | null =>
  status === 'pre_hire' || status === 'terminated' ? null : position_id;

export const positionConsequences = [
  consequence({
    ...{ on: positionChosen, name, writes: [] },
    run: ({ tx, caller, payload: { position_id, field } }) => requireSeat(tx, caller, position_id, field),
  }),
  consequence({
    ...{ on: employeeHired, name, after },
    writes: grantWithSeatEvents,
    run: async ({ tx, caller, payload: { employee_id, position_id } }) => {
      if (position_id !== null) await noteSeats(tx, caller, { employee_id, left: null, taken: position_id });
    },
  }),
  consequence({
    ...{ on: timelineApplied, name, after },
    writes: [...leaving, ...grantWithSeatEvents],
    run: async ({ tx, payload: { employee_id, change, by } }) => {
      if (!change) return;
      const [left, taken] = [heldBy(change.before), heldBy(change.now)];
      if (left !== taken) await noteSeats(tx, by, { employee_id, left, taken });
    },
  }),
  consequence({
    ...{ on: employeeDeleted, name, after },
    writes: leaving,
    run: async ({ tx, caller, payload: { employee_id, position_id } }) => {
      if (position_id !== null) await noteSeats(tx, caller, { employee_id, left: position_id, taken: null });
    },
  }),
  consequence({
    ...{ on: employeeLinked, name, after },
    writes: grantWithSeatEvents,
    run: async ({ tx, caller, payload: { employee_id, position_id } }) => {
      if (position_id !== null) await giveRoleOfSeat(tx, caller, employee_id, position_id);
    },
  }),
  rowsFollowTeam('positions.team', positions.table),
  rowsKeepTeam('positions.team', positions.table, ['position', 'positions']),
];
