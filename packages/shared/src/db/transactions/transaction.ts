import type { Announcement } from '../../consequences/announcement.ts';
import type { Prisma } from '../generated/client.ts';
import type { Recording } from '../writes/events/event-rows.ts';
import type { Change } from '../writes/record.ts';

/** An open transaction: the first argument of functions that run inside one. Never nested. */
export interface Transaction {
  /** The locks of the organization that a long transaction has; null for one of a few seconds. */
  readonly longHeld: Set<string> | null;
  /** Changes rows and records it: row, event, audit entry and outbox row in one statement. */
  write<Row>(change: Change<Row>, recording: Recording): Promise<Row[]>;
  /** Reads inside the transaction, for example to lock rows before changing them. */
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  /** Changes rows that are covered by another recorded write, such as the positions of neighbours on a board. */
  executeUnrecorded(statement: Prisma.Sql): Promise<number>;
  /**
   * Announces a change to other areas, whose consequences run immediately, in this transaction.
   *
   * @returns the remarks of the consequences, for the log of a job
   */
  announce<Payload>(announcement: Announcement<Payload>, payload: Payload): Promise<string[]>;
}
