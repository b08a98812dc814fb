import { defineArea } from '@wfp/shared';
import { rowsFollowTeam, rowsKeepTeam } from '../teams/index.ts';
import { progressCheck } from './checks.store.ts';
import { initiatives as declared } from './initiative.resource.ts';
import { initiativeEndpoints } from './initiatives.endpoints.ts';
import { initiativeEvents } from './initiatives.events.ts';
import { initiativesLane } from './initiatives.lane.ts';
import { noteTouched } from './lane.store.ts';
import { memberEndpoints } from './members.endpoints.ts';

export const initiatives = defineArea({
  name: 'initiatives',
  about: 'What tasks lead to, who takes part, and how far it is.',
  declared: [declared],
  endpoints: [...initiativeEndpoints, ...memberEndpoints],
  events: initiativeEvents,
  consequences: [
    rowsFollowTeam('initiatives.team', declared.table),
    rowsKeepTeam('initiatives.team', declared.table, ['initiative', 'initiatives']),
  ],
  jobs: [initiativesLane],
  checks: [progressCheck],
  projections: [{ name: 'initiative-recounts', project: noteTouched }],
});
