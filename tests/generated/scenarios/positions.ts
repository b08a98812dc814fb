import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../scenario.ts';

let counter = 0;
const seat = () => {
  counter += 1;
  return { title: `Baker ${counter}`, code: `BAK-${counter}` };
};
const positionOf = (by: Client, fields: object = {}) => made(by, '/positions', { ...seat(), ...fields });
const arrangeOne = async (_: unknown, by: Client) => ({ params: { id: await positionOf(by) } });

export const positionScenarios: Scenarios = {
  'GET /positions': {
    arrange: async (_, by) => {
      await positionOf(by);
      return {};
    },
  },
  'GET /positions/vacancies': {
    arrange: async (_, by) => {
      await positionOf(by, { status: 'open' });
      return {};
    },
  },
  'GET /positions/:id': { arrange: arrangeOne },
  'GET /positions/:id/holders': {
    arrange: async ({ database }, by) => {
      const id = await positionOf(by, { status: 'open' });
      const hire = { first_name: 'Hanna', last_name: 'Holder', hire_date: '2024-02-29' };
      const employee = await made(by, '/employees', hire);
      await database.query(
        `insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, set, state)
         values ($1, $2, '2024-03-01', 100, 'position', jsonb_build_object('position_id', $3::int), 'applied')`,
        [by.user.org_id, employee, id],
      );
      return { params: { id } };
    },
  },
  'POST /positions': {
    arrange: async (_, by) => ({
      body: {
        ...seat(),
        status: 'open',
        level: 3,
        headcount: 2,
        team_id: await made(by, '/teams', { name: `Bakery ${counter}` }),
      },
    }),
    events: ['position.post_create', 'position.opened'],
    entries: 1,
  },
  'PATCH /positions/:id': {
    arrange: async (_, by) => ({ params: { id: await positionOf(by) }, body: { headcount: 3 } }),
    events: ['position.post_update'],
  },
  'DELETE /positions/:id': { arrange: arrangeOne, events: ['position.post_archive'] },
  'POST /positions/:id/restore': {
    arrange: async (_, by) => {
      const id = await positionOf(by);
      await by.call('DELETE', `/positions/${id}`);
      return { params: { id } };
    },
    events: ['position.post_restore'],
  },
  'POST /positions/:id/open': {
    arrange: arrangeOne,
    events: ['position.post_update', 'position.opened'],
    entries: 1,
  },
  'POST /positions/:id/freeze': {
    arrange: async (_, by) => ({ params: { id: await positionOf(by, { status: 'open' }) } }),
    events: ['position.post_update', 'position.frozen'],
    entries: 1,
  },
  'POST /positions/:id/close': {
    arrange: arrangeOne,
    events: ['position.post_update', 'position.closed'],
    entries: 1,
  },
};
