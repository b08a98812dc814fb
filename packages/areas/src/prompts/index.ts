import { consequence, defineArea } from '@wfp/shared';
import { organizationFounded } from '../signup/announcements.ts';
import { promptReviewer } from './before-writes/prompt-reviewer.ts';
import { promptCheck } from './checks.store.ts';
import { expiredRuns } from './expired.store.ts';
import { projectRuns } from './lane/project-runs.store.ts';
import { registerPromptMetrics } from './lane/prompt-metrics.ts';
import { modelLane, promptLane } from './lane/prompts.lane.ts';
import { runEndpoints, runEvents, runResource } from './runs/runs.endpoints.ts';
import { templateEndpoints } from './templates/templates.endpoints.ts';
import { templates } from './templates/templates.resource.ts';
import { seedTemplates } from './templates/templates.service.ts';
import { templateCodes } from './templates/templates.store.ts';

export const prompts = defineArea({
  name: 'prompts',
  about: 'Prompt templates evaluated on records, and their outputs.',
  menu: [
    {
      key: 'prompt-templates',
      label: 'Prompt templates',
      icon: 'sparkles',
      group: 'administration',
      resource: 'prompt_template',
    },
    { key: 'prompt-runs', label: 'Prompt runs', icon: 'bot', group: 'activity', resource: 'prompt_run' },
  ],
  expired: expiredRuns,
  declared: [templates],
  resources: [runResource],
  endpoints: [...templateEndpoints, ...runEndpoints],
  events: runEvents,
  consequences: [
    consequence({
      on: organizationFounded,
      name: 'prompts.templates',
      writes: ['prompt_template.post_create'],
      run: ({ tx, caller }) => seedTemplates(tx, caller),
    }),
  ],
  namedValueLookups: { prompt_template: templateCodes },
  jobs: [promptLane, modelLane],
  checks: [promptCheck],
  measure: registerPromptMetrics,
  reviewers: [promptReviewer],
  projections: [{ name: 'prompt-runs', project: projectRuns }],
});
