export { areas } from './areas.ts';
export {
  authenticate,
  authenticateTicket,
  clientNetwork,
  isStreamTicket,
  type KnownCaller,
  reauthenticate,
} from './auth/index.ts';
export {
  type CallerVisibility,
  canSeeEvent,
  isVisibilityPersonal,
  loadCallerVisibility,
  type StreamQuery,
  subjectBytes,
} from './events/index.ts';
export * from './operations/index.ts';
export { OrgSlug } from './organizations/index.ts';
export { describeEventType } from './platform/index.ts';
