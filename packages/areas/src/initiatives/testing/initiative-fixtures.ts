import type { Client } from '@wfp/testing';

let counter = 0;

export function createInitiativeFixtures(by: Client) {
  const post = async (path: string, body: object) => {
    const answer = await by.call('POST', path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const employee = async (fields: object = {}) => {
    counter += 1;
    return post('/employees', {
      first_name: 'Ida',
      last_name: `No ${counter}`,
      hire_date: '2024-01-01',
      ...fields,
    });
  };
  return {
    employee,
    initiative: async (fields: { owner_employee_id?: number } & Record<string, unknown> = {}) => {
      counter += 1;
      const owner_employee_id = fields.owner_employee_id ?? (await employee()).id;
      return post('/initiatives', { name: `Initiative ${counter}`, ...fields, owner_employee_id });
    },
    task: (fields: object = {}) => post('/tasks', { title: 'Work', ...fields }),
    read: async (id: number) => (await by.call('GET', `/initiatives/${id}`)).body,
    positions: async (status: string) =>
      (await by.call('GET', `/tasks?status=${status}&limit=100`)).body.data.map(
        (task: { position: number }) => task.position,
      ),
  };
}
