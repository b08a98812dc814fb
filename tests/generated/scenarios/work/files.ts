import { areas } from '@wfp/areas';
import { type Client, testPassword } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

const note = { name: 'note.csv', mime: 'text/csv', size: 12 };

export async function uploadFile({ service }: World, by: Client): Promise<number> {
  const id = await createRecord(by, '/files', note);
  const { status } = await fetch(`${service.url}/api/files/${id}/content`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${by.token}` },
    body: 'first_name\r\n',
  });
  if (status !== 200) throw new Error(`PUT /files/${id}/content: ${status}`);
  return id;
}

async function queueTransfer(by: Client, path: string, body: object): Promise<number> {
  const response = await by.call('POST', path, body);
  if (response.status !== 202)
    throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body.id;
}

const queueExport = (by: Client) => queueTransfer(by, '/tasks/export', { format: 'json' });
const queueImport = async (world: World, by: Client) =>
  queueTransfer(by, '/users/import', { file_id: await uploadFile(world, by), dry_run: true });

const exportScenario = (body: object) => ({
  arrange: async () => ({ body }),
  events: ['export.post_create'],
});
const importScenario = {
  arrange: async (world: World, by: Client) => ({ body: { file_id: await uploadFile(world, by) } }),
  events: ['import.post_create'],
};

/** Scenarios of all declared exports, and of imports of rows without a parent. Those of `fileScenarios` replace some, to send more fields. */
export const declaredTransfers: Scenarios = Object.fromEntries(
  areas.flatMap(({ exports = [], imports = [] }) => [
    ...exports.map(({ path }) => [`POST ${path}/export`, exportScenario({})] as const),
    ...imports
      .filter(({ parent }) => !parent)
      .map(({ path }) => [`POST ${path}/import`, importScenario] as const),
  ]),
);

export const fileScenarios: Scenarios = {
  'GET /files': {
    arrange: async (_, by) => {
      await createRecord(by, '/files', note);
      return {};
    },
  },
  'POST /files': { arrange: async () => ({ body: note }), events: ['file.post_create'] },
  'GET /files/:id': { arrange: async (world, by) => ({ params: { id: await uploadFile(world, by) } }) },
  'DELETE /files/:id': {
    arrange: async (world, by) => ({ params: { id: await uploadFile(world, by) } }),
    events: ['file.post_archive'],
  },
  'POST /files/:id/restore': {
    arrange: async (world, by) => {
      const id = await uploadFile(world, by);
      await by.call('DELETE', `/files/${id}`);
      return { params: { id } };
    },
    events: ['file.post_restore'],
  },
  // The tests of the area cover uploads and downloads.
  'PUT /files/:id/content': { events: ['file.uploaded'] },
  'GET /files/:id/content': {},
  'GET /files/:id/download': {},
  'POST /tasks/export': exportScenario({ format: 'ndjson', filter: { status: 'done' }, columns: ['title'] }),
  'POST /employees/export': exportScenario({ filter: { q: 'erik' } }),
  'POST /audit-log/export': exportScenario({ format: 'json', filter: { action: 'create' } }),
  // In a new organization, because each organization can have only one such export at a time.
  'POST /organizations/:id/export': {
    arrange: async ({ service }) => {
      const by = await service.newOrganization();
      return { by, params: { id: by.user.org_id }, body: { password: testPassword, format: 'ndjson' } };
    },
    events: ['export.post_create'],
  },
  'GET /exports': {
    arrange: async (_, by) => {
      await queueExport(by);
      return {};
    },
  },
  'GET /exports/:id': { arrange: async (_, by) => ({ params: { id: await queueExport(by) } }) },
  'DELETE /exports/:id': {
    arrange: async (_, by) => ({ params: { id: await queueExport(by) } }),
    events: ['export.post_archive'],
  },
  'GET /exports/:id/download': {},
  'GET /imports': {
    arrange: async (world, by) => {
      await queueImport(world, by);
      return {};
    },
  },
  'GET /imports/:id': { arrange: async (world, by) => ({ params: { id: await queueImport(world, by) } }) },
};
