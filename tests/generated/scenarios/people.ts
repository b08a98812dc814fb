import type { Client } from '@wfp/api/testing';
import { made, type Scenarios } from '../scenario.ts';

let counter = 0;
const squad = () => {
  counter += 1;
  return { name: `Squad ${counter}`, kind: 'squad' };
};
const hire = { first_name: 'Erik', last_name: 'Employee', hire_date: '2024-02-29' };

const employeeOf = (by: Client) => made(by, '/employees', hire);

export const peopleScenarios: Scenarios = {
  'GET /employees': {
    arrange: async (_, by) => {
      await employeeOf(by);
      return {};
    },
  },
  'GET /employees/:id': { arrange: async (_, by) => ({ params: { id: await employeeOf(by) } }) },
  'POST /employees': {
    arrange: async (_, by) => ({
      body: { ...hire, team_id: await made(by, '/teams', { ...squad(), kind: 'department' }) },
    }),
    events: ['employee.post_create', 'team.member_joined'],
  },
  'PATCH /employees/:id': {
    arrange: async (_, by) => ({ params: { id: await employeeOf(by) }, body: { job_title: 'Baker' } }),
    events: ['employee.post_update'],
  },
  'DELETE /employees/:id': {
    arrange: async (_, by) => ({ params: { id: await employeeOf(by) } }),
    events: ['employee.post_archive'],
  },
};
