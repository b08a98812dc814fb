import { defineArea } from '@wfp/shared';
import { beforeWrites } from './before-writes.ts';
import { projectRuns } from './project-runs.store.ts';
import { promptLane } from './prompts.lane.ts';
import { measurePrompts } from './run-measures.ts';
import { runEndpoints, runResource } from './runs.endpoints.ts';
import { runEvents } from './runs.events.ts';
import { templateEndpoints } from './templates.endpoints.ts';
import { templates } from './templates.resource.ts';

export const prompts = defineArea({
  name: 'prompts',
  about: 'Prompts that are asked about records, and what they answered.',
  declared: [templates],
  resources: [runResource],
  endpoints: [...templateEndpoints, ...runEndpoints],
  events: runEvents,
  jobs: [promptLane],
  measure: measurePrompts,
  reviewers: [beforeWrites],
  projections: [{ name: 'prompt-runs', project: projectRuns }],
});

export { seedTemplates } from './templates.service.ts';
