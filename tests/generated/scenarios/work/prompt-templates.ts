import type { Client } from '@wfp/testing';
import type { Scenarios } from '../../scenario.ts';

async function findBuiltinTemplate(by: Client): Promise<number> {
  const { body } = await by.call('GET', '/prompt-templates?is_builtin=true&q=triage');
  return body.data[0].id;
}

export const promptTemplateScenarios: Scenarios = {
  'POST /prompt-templates/:id/reset': {
    arrange: async (_, by) => {
      const id = await findBuiltinTemplate(by);
      await by.call('PATCH', `/prompt-templates/${id}`, { user_text: '{{record.title}}' });
      return { params: { id } };
    },
    events: ['prompt_template.post_update'],
  },
};
