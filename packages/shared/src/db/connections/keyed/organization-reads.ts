import pg from 'pg';
import type { Prisma } from '../../generated/client.ts';
import type { StatementRunner } from '../statement-pool.ts';
import type { SharedConnections } from './shared-connections.ts';

/** A statement that takes longer than this, in milliseconds, twice within {@link slowForMs} is slow. */
const slowMs = 25;
/** Time for which a slow statement of an organization is run in the organization's share. */
const slowForMs = 60_000;
const maxRemembered = 10_000;
/**
 * Reads of an organization in progress on the shared connections. Before the first one has ended, it is not known whether
 * they are slow, and those of other organizations wait behind all of them.
 */
const maxInProgress = 16;

interface Slow {
  count: number;
  until: number;
}

/**
 * The statements that were slow, by organization. A few shared connections serve the reads by key of all organizations, and a
 * statement delays those behind it. One that is short in most organizations can be long in one with very many rows.
 */
export class SlowReads {
  readonly #known = new Map<string, Slow>();
  /** By organization. */
  readonly #inProgress = new Map<number, number>();

  /** Counts a read of an organization until it {@link ended}. Returns false if there are too many already. */
  begin(org_id: number): boolean {
    const count = this.#inProgress.get(org_id) ?? 0;
    if (count >= maxInProgress) return false;
    this.#inProgress.set(org_id, count + 1);
    return true;
  }

  ended(org_id: number): void {
    const count = this.#inProgress.get(org_id) ?? 0;
    if (count > 1) this.#inProgress.set(org_id, count - 1);
    else this.#inProgress.delete(org_id);
  }

  isSlow(key: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.count > 1 && known.until > performance.now();
  }

  /** Counts a run that took some time, unless it was short. */
  add(key: string, tookMs: number): void {
    if (tookMs < slowMs) return;
    const now = performance.now();
    const known = this.#known.get(key);
    const count = known && known.until > now ? known.count + 1 : 1;
    this.#known.delete(key);
    this.#known.set(key, { count, until: now + slowForMs });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxRemembered && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Remembers a statement that PostgreSQL cancelled. */
  addCancelled(key: string): void {
    this.add(key, slowMs);
    this.add(key, slowMs);
  }
}

/** Statements that differ only in the size of the page are equally slow. */
const keyOf = (org_id: number, { sql }: Prisma.Sql) => `${org_id} ${sql.replaceAll(/\blimit \d+/g, 'limit')}`;

const isCancelled = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57014';

/** The reads by key of an organization: on the shared connections, or in the share of the organization if they are slow or many. */
export class OrganizationReads implements Pick<StatementRunner, 'rows'> {
  readonly #shared: SharedConnections;
  readonly #slow: SlowReads;
  readonly #org_id: number;
  readonly #ownShare: () => Pick<StatementRunner, 'rows'>;

  constructor(
    shared: SharedConnections,
    slow: SlowReads,
    org_id: number,
    ownShare: () => Pick<StatementRunner, 'rows'>,
  ) {
    this.#shared = shared;
    this.#slow = slow;
    this.#org_id = org_id;
    this.#ownShare = ownShare;
  }

  async rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    const key = keyOf(this.#org_id, statement);
    if (this.#slow.isSlow(key) || !this.#slow.begin(this.#org_id))
      return this.#ownShare().rows<Row>(statement);
    try {
      return await this.#shared.rows<Row>(statement, (tookMs) => this.#slow.add(key, tookMs));
    } catch (error) {
      if (!isCancelled(error)) throw error;
      this.#slow.addCancelled(key);
    } finally {
      this.#slow.ended(this.#org_id);
    }
    return this.#ownShare().rows<Row>(statement);
  }
}
