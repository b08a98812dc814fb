import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;
const newTeam = () => {
  counter += 1;
  return { name: `Team ${counter}`, kind: 'squad' };
};
const hire = { first_name: 'Tove', last_name: 'Teammate', hire_date: '2024-02-29' };

const createTeam = (by: Client) => createRecord(by, '/teams', newTeam());
const createEmployee = (by: Client) => createRecord(by, '/employees', hire);

async function createMember(by: Client) {
  const teamId = await createTeam(by);
  const id = await createRecord(by, `/teams/${teamId}/members`, { employee_id: await createEmployee(by) });
  return { teamId, id };
}

export const teamScenarios: Scenarios = {
  'GET /teams/tree': {
    arrange: async (_, by) => {
      await createRecord(by, '/teams', { ...newTeam(), parent_id: await createTeam(by) });
      return {};
    },
  },
  'POST /teams/:id/move': {
    arrange: async (_, by) => ({
      params: { id: await createTeam(by) },
      body: { parent_id: await createTeam(by) },
    }),
    events: ['team.post_update', 'team.moved'],
    auditEntries: 1,
  },
  'POST /teams/:id/merge': {
    arrange: async (_, by) => {
      const { teamId } = await createMember(by);
      return { params: { id: teamId }, body: { into_id: await createTeam(by) } };
    },
    events: ['team.member_joined', 'team.member_left', 'team.post_archive', 'team.merged'],
    auditEntries: 3,
  },
  'POST /teams/:id/archive': {
    arrange: async (_, by) => {
      const { teamId } = await createMember(by);
      return { params: { id: teamId }, body: { move_to: await createTeam(by) } };
    },
    events: ['team.member_joined', 'team.member_left', 'team.post_archive'],
  },
  'GET /teams/:teamId/members': {
    arrange: async (_, by) => ({ params: { teamId: (await createMember(by)).teamId } }),
  },
  'POST /teams/:teamId/members': {
    arrange: async (_, by) => ({
      params: { teamId: await createTeam(by) },
      body: { employee_id: await createEmployee(by), role: 'lead' },
    }),
    events: ['team.member_joined'],
  },
  'DELETE /teams/:teamId/members/:id': {
    arrange: async (_, by) => ({ params: await createMember(by) }),
    events: ['team.member_left'],
  },
  'GET /teams/:teamId/members/:id': { arrange: async (_, by) => ({ params: await createMember(by) }) },
  'PATCH /teams/:teamId/members/:id': {
    arrange: async (_, by) => ({
      params: await createMember(by),
      body: { role: 'deputy', allocation_percent: 40 },
    }),
    events: ['team.member_changed'],
  },
};
