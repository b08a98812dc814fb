import { defineArea, resource } from '@wfp/shared';
import { eventChecks } from './checks.store.ts';
import { eventEndpoints } from './events.endpoints.ts';
import { expiredTraces } from './expired.store.ts';

export { EventRow, type StreamQuery } from './events.contract.ts';
export { findRecordedTypes } from './references.store.ts';
export { loadCallerVisibility } from './visibility/event-visibility.store.ts';
export {
  type CallerVisibility,
  canSeeEvent,
  isVisibilityPersonal,
  signInEventPrefixes,
  subjectBytes,
} from './visibility/event-visibility.ts';
export { findMissingReads, requireEventReads } from './visibility/required-reads.policy.ts';

const event = resource({
  code: 'event',
  label: 'Event',
  scopes: ['own', 'reports', 'team'],
  builtin: { owner: 'R', admin: 'R', hr: 'R', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
});

export const events = defineArea({
  name: 'events',
  about: 'Events as a list, as the history of a record and as a live stream.',
  menu: [{ key: 'events', label: 'Events', icon: 'activity', group: 'activity', resource: 'event' }],
  expired: expiredTraces,
  resources: [event],
  endpoints: eventEndpoints,
  checks: eventChecks,
});
