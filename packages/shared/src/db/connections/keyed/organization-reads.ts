import pg from 'pg';
import type { Prisma } from '../../generated/client.ts';
import type { StatementRunner } from '../statement-pool.ts';
import type { ReadTimes } from './read-times.ts';
import type { SharedConnections } from './shared-connections.ts';

const isCancelled = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

/** The reads by key of an organization: on the shared connections, or in the share of the organization if they are slow or many. */
export class OrganizationReads implements Pick<StatementRunner, 'rows'> {
  readonly #shared: SharedConnections;
  readonly #times: ReadTimes;
  readonly #org_id: number;
  readonly #ownShare: () => Pick<StatementRunner, 'rows'>;

  constructor(
    shared: SharedConnections,
    times: ReadTimes,
    org_id: number,
    ownShare: () => Pick<StatementRunner, 'rows'>,
  ) {
    this.#shared = shared;
    this.#times = times;
    this.#org_id = org_id;
    this.#ownShare = ownShare;
  }

  async rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    const key = this.#times.keyOf(this.#org_id, statement.sql);
    const end = this.#times.begin(this.#org_id, key);
    if (!end) return this.#ownShare().rows<Row>(statement);
    try {
      return await this.#shared.rows<Row>(statement, (tookMs) => this.#times.add(key, tookMs));
    } catch (error) {
      if (!isCancelled(error)) throw error;
      this.#times.addCancelled(key);
    } finally {
      end();
    }
    return this.#ownShare().rows<Row>(statement);
  }
}
