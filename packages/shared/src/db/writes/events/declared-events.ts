import type { Caller } from '../../../caller.ts';
import type { Recording } from './event-rows.ts';

/** @throws Error if the caller's endpoint, job or consequence does not declare an event of the recording */
export function rejectUndeclaredEvents({ emits }: Caller, { event, also = [] }: Recording): void {
  for (const type of [event, ...also.map((one) => one.type)]) {
    if (!emits.has(type))
      throw new Error(`The endpoint, job or consequence does not declare the event ${type} in emits`);
  }
}
