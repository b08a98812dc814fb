import { randomBytes } from 'node:crypto';
import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../scenario.ts';

const template = () => ({
  code: `walked-${randomBytes(6).toString('hex')}`,
  name: 'Walked',
  hook: 'task.post_update',
  condition: { all: [{ field: 'status', op: 'changed_to', value: 'done' }] },
  system_text: 'Say in a word how it went.',
  user_text: '{{record}}',
  output_schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  settings: { temperature: 0 },
});
const templateOf = (by: Client) => made(by, '/prompt-templates', template());

async function builtinOf(by: Client): Promise<number> {
  const { body } = await by.call('GET', '/prompt-templates?is_builtin=true&q=triage');
  return body.data[0].id;
}

export const promptTemplateScenarios: Scenarios = {
  'GET /prompt-templates': {
    arrange: async (_, by) => {
      await templateOf(by);
      return { query: { hook: 'task.post_update', is_enabled: 'true' } };
    },
  },
  'POST /prompt-templates': {
    arrange: async () => ({ body: template() }),
    events: ['prompt_template.post_create'],
  },
  'GET /prompt-templates/:id': {
    arrange: async (_, by) => ({ params: { id: await templateOf(by) } }),
  },
  'PATCH /prompt-templates/:id': {
    arrange: async (_, by) => ({ params: { id: await builtinOf(by) }, body: { is_enabled: false } }),
    events: ['prompt_template.post_update'],
  },
  'DELETE /prompt-templates/:id': {
    arrange: async (_, by) => ({ params: { id: await templateOf(by) } }),
    events: ['prompt_template.post_archive'],
  },
  'POST /prompt-templates/:id/restore': {
    arrange: async (_, by) => {
      const id = await templateOf(by);
      await by.call('DELETE', `/prompt-templates/${id}`);
      return { params: { id } };
    },
    events: ['prompt_template.post_restore'],
  },
  'GET /prompt-templates/:id/versions': {
    arrange: async (_, by) => ({ params: { id: await builtinOf(by) } }),
  },
  'GET /prompt-templates/:id/versions/:version': {
    arrange: async (_, by) => ({ params: { id: await builtinOf(by), version: 1 } }),
  },
  'POST /prompt-templates/:id/reset': {
    arrange: async (_, by) => {
      const id = await builtinOf(by);
      await by.call('PATCH', `/prompt-templates/${id}`, { user_text: '{{record.title}}' });
      return { params: { id } };
    },
    events: ['prompt_template.post_update'],
  },
};
