import type { Announcement } from '../../consequences/announcement.ts';
import type { Prisma } from '../generated/client.ts';
import type { Change, Recording } from '../writes/record.ts';

/** An open transaction. A function that runs inside one takes it as its first argument; it is never nested. */
export interface Transaction {
  /** Changes rows and records it: row, event, audit entry and outbox row in one statement. */
  write<Row>(change: Change<Row>, recording: Recording): Promise<Row[]>;
  /** Reads inside the transaction, for example to lock what is about to change. */
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  /** Changes rows that are part of what `write` records, such as the places of neighbours on a board. */
  executeUnrecorded(statement: Prisma.Sql): Promise<number>;
  /**
   * Makes a fact known to other areas, whose consequences run now, within this transaction.
   *
   * @returns their remarks, for the log of a job
   */
  announce<Payload>(announcement: Announcement<Payload>, payload: Payload): Promise<string[]>;
}
