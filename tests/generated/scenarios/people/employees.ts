import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

let counter = 0;
const unique = (word: string) => {
  counter += 1;
  return `${word} ${counter}`;
};
const hire = { first_name: 'Erik', last_name: 'Employee', hire_date: '2024-02-29' };
const team = (by: Client) => createRecord(by, '/teams', { name: unique('Squad'), kind: 'squad' });

const createEmployee = (by: Client, more: object = {}) =>
  createRecord(by, '/employees', { ...hire, ...more });
const arrangeOne = async (_: unknown, by: Client) => ({ params: { id: await createEmployee(by) } });

async function createScheduledChange(by: Client) {
  const employeeId = await createEmployee(by);
  const body = { effective_date: '2999-01-01', kind: 'fte', set: { fte: '0.5' } };
  return { employeeId, id: await createRecord(by, `/employees/${employeeId}/changes`, body) };
}

/** Creates a change proposed by the employee's manager. */
async function createProposedChange({ service }: World, by: Client) {
  const manager = await service.newUser(by, ['manager']);
  const manager_id = await createEmployee(by, { user_id: manager.user.id });
  const employeeId = await createEmployee(by, { manager_id });
  const body = { effective_date: '2999-01-01', kind: 'fte', set: { fte: '0.5' } };
  return { employeeId, id: await createRecord(manager, `/employees/${employeeId}/changes`, body) };
}

export const employeeScenarios: Scenarios = {
  'GET /employees': {
    arrange: async (_, by) => {
      await createEmployee(by);
      return {};
    },
  },
  'GET /employees/org-chart': {
    arrange: async (_, by) => {
      await createEmployee(by, { manager_id: await createEmployee(by) });
      return {};
    },
  },
  'GET /employees/:id': { arrange: arrangeOne },
  'GET /employees/:id/reports': {
    arrange: async (_, by) => {
      const id = await createEmployee(by);
      await createEmployee(by, { manager_id: id });
      return { params: { id } };
    },
  },
  'GET /employees/:id/history': { arrange: arrangeOne },
  'GET /employees/:id/working-time': {
    arrange: async (_, by) => ({
      params: { id: await createEmployee(by) },
      query: { from: '2024-02-28', to: '2024-03-01' },
    }),
  },
  'GET /places/:id/occupancy': {
    arrange: async (_, by) => {
      const id = await createRecord(by, '/places', { name: unique('Office'), kind: 'office' });
      await createEmployee(by, { place_id: id });
      return { params: { id } };
    },
  },
  'POST /employees': {
    arrange: async (_, by) => ({
      body: {
        ...hire,
        team_id: await createRecord(by, '/teams', { name: unique('Hall'), kind: 'department' }),
      },
    }),
    events: ['employee.post_create', 'employee.hired', 'team.member_joined'],
    auditEntries: 2,
  },
  'PATCH /employees/:id': {
    arrange: async (_, by) => ({
      params: { id: await createEmployee(by) },
      body: { job_title: 'Baker', last_name: 'Baker' },
    }),
    events: ['employee.change_cancelled', 'employee.change_applied', 'employee.post_update'],
  },
  'GET /employees/:id/private': { arrange: arrangeOne, auditNotes: 1 },
  'PATCH /employees/:id/private': {
    arrange: async ({ service }, by) => {
      const self = await service.newUser(by, ['employee']);
      return {
        by: self,
        params: { id: await createEmployee(by, { user_id: self.user.id }) },
        body: { birth_date: '1990-02-28', emergency_contacts: [{ name: 'Ann', phone: '+43 1 234' }] },
      };
    },
    events: ['employee_private.post_update'],
  },
  'DELETE /employees/:id/private': {
    arrange: async (_, by) => {
      const id = await createEmployee(by);
      await by.call('PATCH', `/employees/${id}/private`, { national_id: 'A1' });
      return { params: { id } };
    },
    events: ['employee_private.post_update'],
  },
  'DELETE /employees/:id': { arrange: arrangeOne, events: ['employee.post_archive'] },
  'POST /employees/:id/restore': {
    arrange: async (_, by) => {
      const id = await createEmployee(by);
      await by.call('DELETE', `/employees/${id}`);
      return { params: { id } };
    },
    events: ['employee.post_restore'],
  },
  'GET /employees/:employeeId/changes': {
    arrange: async (_, by) => ({ params: { employeeId: (await createScheduledChange(by)).employeeId } }),
  },
  'GET /employees/:employeeId/changes/:id': {
    arrange: async (_, by) => ({ params: await createScheduledChange(by) }),
  },
  'POST /employees/:employeeId/changes': {
    arrange: async (_, by) => ({
      params: { employeeId: await createEmployee(by) },
      body: { effective_date: '2024-03-01', kind: 'transfer', set: { team_id: await team(by) } },
    }),
    events: ['employee.change_applied', 'employee.post_update', 'team.member_joined'],
  },
  'POST /employees/:employeeId/changes/:id/approve': {
    arrange: async (world, by) => ({ params: await createProposedChange(world, by) }),
    events: ['employee.change_scheduled'],
  },
  'POST /employees/:employeeId/changes/:id/withdraw': {
    arrange: async (world, by) => {
      const params = await createProposedChange(world, by);
      // A change by a user who may approve it needs no approval: set the author as if that user got the right later.
      await executeOperational(
        world.service.platform,
        Prisma.sql`update employee_changes set created_by = ${by.user.id}
          where org_id = ${by.user.org_id} and id = ${params.id} returning id`,
      );
      return { params };
    },
    events: ['employee.change_cancelled'],
  },
  'DELETE /employees/:employeeId/changes/:id': {
    arrange: async (_, by) => ({ params: await createScheduledChange(by) }),
    events: ['employee.change_cancelled'],
  },
  'POST /employees/:id/terminate': {
    arrange: async (_, by) => ({
      params: { id: await createEmployee(by) },
      body: { end_date: '2024-06-30', reason_code: 'resigned' },
    }),
    events: ['employee.change_applied', 'employee.post_update', 'employee.terminated'],
    auditEntries: 2,
  },
  'POST /employees/:id/rehire': {
    arrange: async (_, by) => ({
      params: { id: await createEmployee(by, { status: 'terminated', end_date: '2024-06-30' }) },
      body: { hire_date: '2025-01-01' },
    }),
    events: ['employee.change_applied', 'employee.post_update', 'employee.rehired'],
    auditEntries: 2,
  },
  'POST /employees/:id/link-user': {
    arrange: async ({ service }, by) => ({
      params: { id: await createEmployee(by) },
      body: { user_id: (await service.newUser(by, ['employee'])).user.id },
    }),
    events: ['employee.post_update'],
  },
};
