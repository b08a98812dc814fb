import { defineArea, resource } from '@wfp/shared';
import { initiativeEndpoints, workEndpoints } from './initiatives.endpoints.ts';
import { initiativeExport } from './initiatives.export.ts';
import { initiativesLane } from './initiatives.lane.ts';
import { initiativeRows } from './initiatives.store.ts';
import { noteTouched } from './lane.store.ts';
import { memberEndpoints } from './members.endpoints.ts';

export const initiatives = defineArea({
  name: 'initiatives',
  resources: [
    resource({
      code: 'initiative',
      label: 'Initiatives',
      scopes: ['own', 'team'],
      rows: initiativeRows,
      builtin: {
        owner: 'M',
        admin: 'M',
        hr: 'R',
        manager: 'R CUA@team',
        employee: 'R U@own',
        viewer: 'R',
        auditor: 'R',
      },
    }),
  ],
  endpoints: [...initiativeEndpoints, ...workEndpoints, ...memberEndpoints],
  exports: [initiativeExport],
  jobs: [initiativesLane],
  projections: [{ name: 'initiative-recounts', project: noteTouched }],
});
