export { areas } from './areas.ts';
export {
  authenticate,
  callerByCredential,
  callerOfTicket,
  isStreamTicket,
  type KnownCaller,
} from './auth/index.ts';
export { type EventSight, loadEventSight, type StreamQuery, seesEvent } from './events/index.ts';
