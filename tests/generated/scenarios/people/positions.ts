import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;
const newPosition = () => {
  counter += 1;
  return { title: `Baker ${counter}`, code: `BAK-${counter}` };
};
const createPosition = (by: Client, fields: object = {}) =>
  createRecord(by, '/positions', { ...newPosition(), ...fields });

export const positionScenarios: Scenarios = {
  'GET /positions/vacancies': {
    arrange: async (_, by) => {
      await createPosition(by, { status: 'open' });
      return {};
    },
  },
  'GET /positions/:id/holders': {
    arrange: async ({ database }, by) => {
      const id = await createPosition(by, { status: 'open' });
      const hire = { first_name: 'Hanna', last_name: 'Holder', hire_date: '2024-02-29' };
      const employee = await createRecord(by, '/employees', hire);
      await database.query(
        `insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, set, state)
         values ($1, $2, '2024-03-01', 100, 'position', jsonb_build_object('position_id', $3::int), 'applied')`,
        [by.user.org_id, employee, id],
      );
      return { params: { id } };
    },
  },
};
