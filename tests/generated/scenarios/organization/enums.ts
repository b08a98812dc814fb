import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;

/** Creates an enum with two values and returns the first. */
async function createValue(by: Client): Promise<{ code: string; id: number }> {
  counter += 1;
  const code = `walkers_${counter}`;
  await createRecord(by, '/enums', { code, label: 'Walkers' });
  const id = await createRecord(by, `/enums/${code}/values`, { code: 'first', label: 'First' });
  await createRecord(by, `/enums/${code}/values`, { code: 'second', label: 'Second' });
  return { code, id };
}

export const enumScenarios: Scenarios = {
  'GET /enums/:code': { arrange: async (_, by) => ({ params: { code: (await createValue(by)).code } }) },
  'DELETE /enums/:code': {
    arrange: async (_, by) => ({ params: { code: (await createValue(by)).code } }),
    events: ['enum.post_archive', 'enum.value.deleted', 'enum.value.deleted'],
  },
  'POST /enums/:id/restore': {
    arrange: async (_, by) => {
      const { code } = await createValue(by);
      const { id } = (await by.call('GET', `/enums/${code}`)).body;
      await by.call('DELETE', `/enums/${code}`);
      return { params: { id } };
    },
    events: ['enum.post_restore', 'enum.value.restored', 'enum.value.restored'],
  },
  // A derived value would be the default of its enum, which cannot be archived.
  'DELETE /enums/:code/values/:id': {
    arrange: async (_, by) => ({ params: await createValue(by) }),
    events: ['enum.value.deleted'],
  },
  'POST /enums/:code/values/:id/restore': {
    arrange: async (_, by) => {
      const params = await createValue(by);
      await by.call('DELETE', `/enums/${params.code}/values/${params.id}`);
      return { params };
    },
    events: ['enum.value.restored'],
  },
  'POST /enums/:code/values/:id/replace': {
    arrange: async (_, by) => ({ params: await createValue(by), body: { with_code: 'second' } }),
    events: ['enum.value.updated'],
  },
};
