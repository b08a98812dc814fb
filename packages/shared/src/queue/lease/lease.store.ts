import { Prisma } from '../../db/generated/client.ts';
import { identifier, literal } from '../../db/writes/recorded/recorded-table.ts';
import type { Platform } from '../../platform.ts';

const { sql, empty, join } = Prisma;

/** A leased row. `attempts` grows with every lease, so it distinguishes successive lease owners. */
export interface LeasedRow {
  id: number;
  attempts: number;
  /** Set if the declaration has `isBatched`. */
  is_batched?: boolean;
}

/** The number of rows to lease. */
export interface LeaseLimits {
  /** Rows that are handled one by one. */
  single: number;
  /** Rows that are handled in batches. */
  batched: number;
}

/** Declares the leases of a table, whose columns include `org_id`, `id`, `attempts` and `status`. */
export interface LeaseDeclaration {
  table: string;
  /** The values of `status` before and during work. */
  states: { waiting: string; running: string };
  /** Column for the end of the lease; null if the row is not leased. */
  leasedUntil: string;
  /** Column for the time at which a waiting row is due. If omitted, `leasedUntil` also delays a retry. */
  dueAt?: string;
  /** Column for the reason of the last failure. */
  error?: string;
  leaseSeconds: number;
  /** A condition on `w`: only matching rows belong to the backlog; default: all rows. */
  where?: Prisma.Sql;
  /** A further condition on `w` for a new lease: a row that does not match waits, but stays leased if it is. */
  mayStart?: Prisma.Sql;
  /** Assignments to further columns, made with the lease. */
  set?: Prisma.Sql;
  /** Joined to the leased rows: `from` items and their conditions. */
  join?: { from: Prisma.Sql; on: Prisma.Sql };
  /**
   * Columns of the leased row in addition to `id` and `attempts`; `due` is the row before the lease, with `dueColumns`.
   */
  returning: Prisma.Sql;
  dueColumns?: Prisma.Sql;
  /** The select list over the leased rows `l`; default: all columns. */
  select?: Prisma.Sql;
  /** The condition, on `w` and the joined tables, for rows that are handled in batches; default: none. */
  isBatched?(platform: Platform): Prisma.Sql;
}

interface LeaseParameters {
  platform: Platform;
  org_id: number;
  limits: LeaseLimits;
  isDue: Prisma.Sql;
  leaseEnd: Prisma.Sql;
}

/**
 * Builds a statement that leases the oldest due rows up to their limits, and returns them in the order of their ids. It
 * updates the locked rows by `ctid`, which leaves the planner no choice, with or without statistics of the table. A row
 * that another transaction changed just before is not found, and stays due.
 */
export function leaseStatement(
  declaration: LeaseDeclaration,
  parameters: LeaseParameters,
  setNow: Prisma.Sql | undefined,
): Prisma.Sql {
  const { table, states, leasedUntil, set, join: joined, returning, select, isBatched } = declaration;
  const { org_id, leaseEnd } = parameters;
  const sets = [set, setNow].flatMap((one) => (one ? [sql`, ${one}`] : []));
  return sql`with ${isBatched ? dueOfBothKinds(declaration, parameters) : dueRows(declaration, parameters)},
    leased as (
      update ${identifier(table)} w set status = ${literal(states.running)}, attempts = w.attempts + 1,
        ${identifier(leasedUntil)} = ${leaseEnd}${sets.length > 0 ? join(sets, '') : empty}
      from due${joined ? sql`, ${joined.from}` : empty}
      where w.org_id = ${org_id} and w.ctid = due.place${joined ? sql` and ${joined.on}` : empty}
      returning w.id, w.attempts, ${isBatched ? sql`due.is_batched, ` : empty}${returning}
    )
    select ${select ?? sql`l.*`} from leased l order by l.id`;
}

const orderOf = ({ dueAt }: LeaseDeclaration) => (dueAt ? sql`w.${identifier(dueAt)}, w.id` : sql`w.id`);

function dueRows(declaration: LeaseDeclaration, { org_id, limits, isDue }: LeaseParameters): Prisma.Sql {
  const { table, dueColumns } = declaration;
  return sql`due as (
      select w.ctid as place${dueColumns ? sql`, ${dueColumns}` : empty} from ${identifier(table)} w
      where w.org_id = ${org_id} and ${isDue} order by ${orderOf(declaration)} limit ${limits.single}::int
      for update skip locked
    )`;
}

/** CTEs that lock as many rows as both limits allow together, and drop rows beyond the limit of their kind. */
function dueOfBothKinds(declaration: LeaseDeclaration, parameters: LeaseParameters): Prisma.Sql {
  const { table, dueAt, dueColumns, join: joined, isBatched } = declaration;
  const { platform, org_id, limits, isDue } = parameters;
  return sql`oldest as (
      select w.ctid as place, w.id, w.${identifier(dueAt ?? 'id')} as due_since, ${isBatched?.(platform) ?? sql`false`} as is_batched${dueColumns ? sql`, ${dueColumns}` : empty}
      from ${identifier(table)} w${joined ? sql`, ${joined.from}` : empty}
      where w.org_id = ${org_id} and ${isDue}${joined ? sql` and ${joined.on}` : empty}
      order by ${orderOf(declaration)} limit ${limits.single + limits.batched}::int for update of w skip locked
    ),
    due as (
      select * from (
        select o.*, row_number() over (partition by o.is_batched order by o.due_since, o.id) as nth from oldest o
      ) o
      where o.nth <= case when o.is_batched then ${limits.batched}::int else ${limits.single}::int end
    )`;
}
