import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

let counter = 0;
const code = (word: string) => {
  counter += 1;
  return `${word}_${counter}`;
};

async function enumFor(by: Client): Promise<string> {
  const made_code = code('walkers');
  await made(by, '/enums', { code: made_code, label: 'Walkers' });
  return made_code;
}

/** An enum with two values, and the first of them. */
async function valueFor(by: Client): Promise<{ code: string; id: number; ids: number[] }> {
  const of = await enumFor(by);
  const id = await made(by, `/enums/${of}/values`, { code: 'first', label: 'First' });
  const second = await made(by, `/enums/${of}/values`, { code: 'second', label: 'Second' });
  return { code: of, id, ids: [second, id] };
}

const valueParams = async (by: Client) => {
  const { code: of, id } = await valueFor(by);
  return { params: { code: of, id } };
};

export const enumScenarios: Scenarios = {
  'GET /enums': {
    arrange: async (_, by) => {
      await enumFor(by);
      return {};
    },
  },
  'GET /enums/:code': { arrange: async (_, by) => ({ params: { code: (await valueFor(by)).code } }) },
  'POST /enums': {
    arrange: async () => ({ body: { code: code('walkers'), label: 'Walkers' } }),
    events: ['enum.post_create'],
  },
  'PATCH /enums/:code': {
    arrange: async (_, by) => ({ params: { code: await enumFor(by) }, body: { label: 'Hikers' } }),
    events: ['enum.post_update'],
  },
  'DELETE /enums/:code': {
    arrange: async (_, by) => ({ params: { code: (await valueFor(by)).code } }),
    events: ['enum.post_archive', 'enum.value.deleted', 'enum.value.deleted'],
  },
  'GET /enums/:code/values': { arrange: async (_, by) => ({ params: { code: (await valueFor(by)).code } }) },
  'POST /enums/:code/values': {
    arrange: async (_, by) => ({
      params: { code: await enumFor(by) },
      body: { code: 'first', label: 'First', color: '#1f6feb' },
    }),
    events: ['enum.value.created'],
  },
  'POST /enums/:code/values/reorder': {
    arrange: async (_, by) => {
      const { code: of, ids } = await valueFor(by);
      return { params: { code: of }, body: { ids } };
    },
    events: ['enum.value.updated', 'enum.value.updated'],
  },
  'GET /enums/:code/values/:id': { arrange: (_, by) => valueParams(by) },
  'PATCH /enums/:code/values/:id': {
    arrange: async (_, by) => ({ ...(await valueParams(by)), body: { label: 'Foremost', icon: 'flag' } }),
    events: ['enum.value.updated'],
  },
  'DELETE /enums/:code/values/:id': {
    arrange: (_, by) => valueParams(by),
    events: ['enum.value.deleted'],
  },
  'POST /enums/:code/values/:id/replace': {
    arrange: async (_, by) => ({ ...(await valueParams(by)), body: { with_code: 'second' } }),
    events: ['enum.value.updated'],
  },
};
