import { Prisma } from '../db/generated/client.ts';
import { executeOperational, readCrossTenant } from '../db/operational.ts';
import { byIndexes, byKey } from '../db/statements/plans.ts';
import { identifier, literal } from '../db/writes/recorded/recorded-table.ts';
import { isNotSuspended } from '../organization-state.store.ts';
import type { Platform } from '../platform.ts';
import {
  type LeaseDeclaration,
  type LeasedRow,
  type LeaseLimits,
  leaseStatement,
} from './lease/lease.store.ts';

const { sql, empty, join } = Prisma;

/** The backlogs of all organizations in one table, as SQL on its alias `w`. */
export interface Backlog {
  /** The table as `w`, with the joins that the conditions need: `api_keys w`. */
  from: Prisma.Sql;
  /** The organization of a row; `w.org_id` if omitted. */
  orgId?: Prisma.Sql;
  due(now: Date): Prisma.Sql;
  /**
   * Query for the `org_id` of organizations with due rows, with bounded work for each organization. It may miss an organization
   * with very many waiting rows, but not for ever. If omitted, `due` is evaluated for the rows of all.
   */
  organizations?(now: Date): Prisma.Sql;
  /** Time at which the next waiting row becomes due. If omitted, the lane relies on the sweeper. */
  next?: { at: Prisma.Sql; where(now: Date, org_id: number): Prisma.Sql };
}

export interface Retry {
  afterMs: number;
  error?: string;
  /** False if the row was not attempted: `attempts` does not increase. */
  isAttempt?: boolean;
}

/** A backlog whose rows are leased by any number of workers. */
export interface LeasedBacklog<Row extends LeasedRow> extends Backlog {
  readonly leaseSeconds: number;
  /** Leases due rows, oldest first. Includes rows with an expired lease, whose worker died. */
  lease(platform: Platform, org_id: number, limits: LeaseLimits, set?: Prisma.Sql): Promise<Row[]>;
  /** Extends leases. @returns the ids of rows that are still leased */
  renew(platform: Platform, org_id: number, held: readonly LeasedRow[], set?: Prisma.Sql): Promise<number[]>;
  /** Ends a lease early, so that the row is attempted again. */
  release(platform: Platform, org_id: number, held: LeasedRow, retry: Retry): Promise<void>;
  /** The predicate for a row that is still leased, for statements that finish it. */
  stillLeased(org_id: number, held: LeasedRow): Prisma.Sql;
}

/** Returns the organizations with due rows, without suspended ones unless `runsWhileSuspended`. */
export function findDueOrganizations(
  platform: Platform,
  { from, due, organizations, orgId = sql`w.org_id` }: Backlog,
  runsWhileSuspended: boolean,
) {
  const now = platform.clock.now();
  const mayRun = (org_id: Prisma.Sql) => (runsWhileSuspended ? empty : sql`and ${isNotSuspended(org_id)}`);
  return readCrossTenant<{ org_id: number }>(
    platform,
    organizations
      ? sql`select o.org_id from (${organizations(now)}) o where true ${mayRun(sql`o.org_id`)}`
      : sql`select distinct ${orgId} as org_id from ${from} where ${due(now)} ${mayRun(orgId)}`,
  );
}

/** Returns the time at which the organization's next row is due, by `next` of the backlog; null if no row waits. */
export async function findNextDue(
  platform: Platform,
  { from, next, organizations, orgId = sql`w.org_id` }: Backlog,
  org_id: number,
  since: Date,
): Promise<Date | null> {
  if (!next) return null;
  // If an organization may have very many rows, not on the connection for reads by key.
  const planned = organizations ? byIndexes : byKey;
  const [row] = await readCrossTenant<{ at: Date | null }>(
    platform,
    // Not `min`, for which PostgreSQL reads all waiting rows if the query joins tables.
    planned(sql`select ${next.at} as at from ${from}
      where ${orgId} = ${org_id} and ${next.where(since, org_id)} order by ${next.at} limit 1`),
  );
  return row?.at ?? null;
}

export function leasedBacklog<Row extends LeasedRow>(declaration: LeaseDeclaration): LeasedBacklog<Row> {
  const { table, states, leasedUntil, dueAt, leaseSeconds } = declaration;
  const column = (name: string) => sql`w.${identifier(name)}`;
  const until = column(leasedUntil);
  const condition = declaration.where ? sql` and ${declaration.where}` : empty;
  const isOpen = sql`w.status in (${literal(states.waiting)}, ${literal(states.running)})${condition}`;
  // Without the cast, PostgreSQL would walk the partial index of the backlog instead of finding rows by their ids.
  const isRunning = sql`w.status::text = ${literal(states.running)}`;
  const isFree = sql`(${until} is null or ${until} <= now())`;
  const leaseEnd = sql`now() + ${leaseSeconds} * interval '1 second'`;
  const name = identifier(table);
  const extra = (set: Prisma.Sql | undefined) => (set ? sql`, ${set}` : empty);
  const stillHeld = (org_id: number, { id, attempts }: LeasedRow) =>
    sql`w.org_id = ${org_id} and w.id = ${id}::int and w.attempts = ${attempts}::int
      and ${isRunning}${condition}`;
  const mayStart = declaration.mayStart ? sql` and ${declaration.mayStart}` : empty;
  const isDue = sql`${isOpen}${mayStart} and ${isFree}${dueAt ? sql` and ${column(dueAt)} <= now()` : empty}`;
  // A run that is in progress when its organization is suspended leases no more rows.
  const mayLease = sql`${isDue} and ${isNotSuspended(sql`w.org_id`)}`;
  return {
    leaseSeconds,
    from: sql`${name} w`,
    due: () => isDue,
    next: {
      at: dueAt ? sql`greatest(${column(dueAt)}, ${until})` : sql`coalesce(${until}, w.created_at)`,
      where: () => sql`${isOpen}${mayStart}`,
    },
    lease: (platform, org_id, limits, set) =>
      executeOperational<Row>(
        platform,
        // Otherwise all due rows would be sorted: their partial index was empty when it was analyzed.
        byIndexes(leaseStatement(declaration, { platform, org_id, limits, isDue: mayLease, leaseEnd }, set)),
      ),
    renew: async (platform, org_id, held, set) => {
      const rows = await executeOperational<{ id: number }>(
        platform,
        sql`update ${name} w set ${identifier(leasedUntil)} = ${leaseEnd}${extra(set)}
          from unnest(${held.map((one) => one.id)}::int[], ${held.map((one) => one.attempts)}::int[]) h(id, attempts)
          where w.org_id = ${org_id} and w.id = h.id and w.attempts = h.attempts
            and ${isRunning}${condition} returning w.id`,
      );
      return rows.map(({ id }) => id);
    },
    release: async (platform, org_id, held, retry) => {
      await executeOperational(
        platform,
        sql`update ${name} w set status = ${literal(states.waiting)}, ${retryColumns(declaration, retry)}
          where ${stillHeld(org_id, held)} returning w.id`,
      );
    },
    stillLeased: stillHeld,
  };
}

function retryColumns(
  { leasedUntil, dueAt, error }: LeaseDeclaration,
  { afterMs, error: reason, isAttempt = true }: Retry,
): Prisma.Sql {
  const at = sql`now() + ${afterMs}::float8 * interval '1 millisecond'`;
  return join([
    dueAt
      ? sql`${identifier(leasedUntil)} = null, ${identifier(dueAt)} = ${at}`
      : sql`${identifier(leasedUntil)} = ${isAttempt ? at : sql`null`}`,
    sql`attempts = w.attempts - ${isAttempt ? 0 : 1}::int`,
    ...(error ? [sql`${identifier(error)} = ${reason ?? null}::text`] : []),
  ]);
}
