import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

let counter = 0;
const squad = () => {
  counter += 1;
  return { name: `Team ${counter}`, kind: 'squad' };
};
const hire = { first_name: 'Tove', last_name: 'Teammate', hire_date: '2024-02-29' };

const teamOf = (by: Client) => made(by, '/teams', squad());
const employeeOf = (by: Client) => made(by, '/employees', hire);

async function memberOf(by: Client) {
  const teamId = await teamOf(by);
  const id = await made(by, `/teams/${teamId}/members`, { employee_id: await employeeOf(by) });
  return { teamId, id };
}

export const teamScenarios: Scenarios = {
  'GET /teams/tree': {
    arrange: async (_, by) => {
      await made(by, '/teams', { ...squad(), parent_id: await teamOf(by) });
      return {};
    },
  },
  'POST /teams/:id/move': {
    arrange: async (_, by) => ({ params: { id: await teamOf(by) }, body: { parent_id: await teamOf(by) } }),
    events: ['team.post_update', 'team.moved'],
    auditEntries: 1,
  },
  'POST /teams/:id/merge': {
    arrange: async (_, by) => {
      const { teamId } = await memberOf(by);
      return { params: { id: teamId }, body: { into_id: await teamOf(by) } };
    },
    events: ['team.member_joined', 'team.member_left', 'team.post_archive', 'team.merged'],
    auditEntries: 3,
  },
  'POST /teams/:id/archive': {
    arrange: async (_, by) => {
      const { teamId } = await memberOf(by);
      return { params: { id: teamId }, body: { move_to: await teamOf(by) } };
    },
    events: ['team.member_joined', 'team.member_left', 'team.post_archive'],
  },
  'GET /teams/:teamId/members': {
    arrange: async (_, by) => ({ params: { teamId: (await memberOf(by)).teamId } }),
  },
  'POST /teams/:teamId/members': {
    arrange: async (_, by) => ({
      params: { teamId: await teamOf(by) },
      body: { employee_id: await employeeOf(by), role: 'lead' },
    }),
    events: ['team.member_joined'],
  },
  'DELETE /teams/:teamId/members/:id': {
    arrange: async (_, by) => ({ params: await memberOf(by) }),
    events: ['team.member_left'],
  },
  'GET /teams/:teamId/members/:id': { arrange: async (_, by) => ({ params: await memberOf(by) }) },
  'PATCH /teams/:teamId/members/:id': {
    arrange: async (_, by) => ({
      params: await memberOf(by),
      body: { role: 'deputy', allocation_percent: 40 },
    }),
    events: ['team.member_changed'],
  },
};
