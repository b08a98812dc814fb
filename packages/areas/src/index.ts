export { areas } from './areas.ts';
export {
  authenticate,
  callerByCredential,
  callerOfTicket,
  isStreamTicket,
  type KnownCaller,
} from './auth/index.ts';
export {
  dependsOnUser,
  type EventSight,
  loadEventSight,
  type StreamQuery,
  seesEvent,
} from './events/index.ts';
export * from './operations/index.ts';
export { describedEventType } from './platform/index.ts';
