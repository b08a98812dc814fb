import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

const answer = {
  priority: 'high',
  category: 'bug',
  label: 'walked',
  ideal_owner: { description: 'A backend engineer' },
  reasoning: 'The title says so.',
};

/** Creates a finished run on an unchanged task, as a worker would write it. */
async function createRun({ database }: World, by: Client): Promise<number> {
  const task = await createRecord(by, '/tasks', { title: 'Walked' });
  const { rows } = await database.query<{ id: number }>(
    `insert into prompt_runs (org_id, template_id, template_version, hook, record_type, record_id, record_version,
       record_state, status, input, output, provider, model, latency_ms, attempts, finished_at)
     select t.org_id, p.id, p.version, p.hook, 'task', t.id, t.updated_at,
       jsonb_build_object('priority', t.priority, 'category_code', t.category_code, 'label', t.label),
       'succeeded', '{"user": "Walked"}', $3, 'rules', '1', 2, 1, now()
     from tasks t join prompt_templates p on p.org_id = t.org_id and p.code = 'triage-task'
     where t.org_id = $1 and t.id = $2 returning id`,
    [by.user.org_id, task, answer],
  );
  return rows[0]?.id ?? 0;
}

async function findTriageTemplate(by: Client): Promise<number> {
  const { body } = await by.call('GET', '/prompt-templates?is_builtin=true&q=triage');
  return body.data[0].id;
}

export const promptRunScenarios: Scenarios = {
  'GET /prompt-runs': {
    arrange: async (world, by) => {
      await createRun(world, by);
      return { query: { template: 'triage-task', record_type: 'task', status: 'succeeded' } };
    },
  },
  'GET /prompt-runs/:id': { arrange: async (world, by) => ({ params: { id: await createRun(world, by) } }) },
  'POST /prompt-runs/:id/apply': {
    arrange: async (world, by) => ({
      params: { id: await createRun(world, by) },
      body: { fields: ['priority', 'label'] },
    }),
    events: ['prompt_run.applied', 'task.post_update'],
  },
  'POST /prompt-templates/:id/preview': {
    arrange: async (_, by) => ({
      params: { id: await findTriageTemplate(by) },
      body: { record_id: await createRecord(by, '/tasks', { title: 'Previewed' }) },
    }),
  },
};
