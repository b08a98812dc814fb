import { defineArea } from '@wfp/shared';
import { moveRowsOnCategoryMerge } from '../categories/index.ts';
import { blockTeamDeletion, moveRowsOnTeamMerge } from '../teams/index.ts';
import { members } from './members/members.resource.ts';
import { countsCheck, progressCheck } from './progress/checks.store.ts';
import { initiativesLane } from './progress/initiatives.lane.ts';
import { projectProgress } from './progress/lane.store.ts';
import { initiatives as declared } from './rows/initiative.resource.ts';
import { initiativeEndpoints } from './rows/initiatives.endpoints.ts';
import { initiativeEvents } from './rows/initiatives.events.ts';
import { updates } from './updates/updates.resource.ts';

export const initiatives = defineArea({
  name: 'initiatives',
  about: 'Initiatives, their members, updates and progress.',
  menu: [{ key: 'initiatives', label: 'Initiatives', icon: 'rocket', group: 'work', resource: 'initiative' }],
  declared: [declared, members, updates],
  endpoints: initiativeEndpoints,
  events: initiativeEvents,
  consequences: [
    moveRowsOnTeamMerge('initiatives.team', declared.table),
    blockTeamDeletion('initiatives.team', declared.table, ['initiative', 'initiatives']),
    moveRowsOnCategoryMerge('initiatives.category', declared.table, 'initiatives'),
  ],
  jobs: [initiativesLane],
  checks: [countsCheck, progressCheck],
  projections: [{ name: 'initiative-recounts', project: projectProgress }],
});
