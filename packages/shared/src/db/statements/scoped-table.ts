import type { Prisma } from '../generated/client.ts';

/** The owner columns of a table's rows, as SQL on the row's alias. */
export interface RowOwners {
  /** User ids: author, creator, user assignee. */
  users?: readonly Prisma.Sql[];
  employees?: readonly Prisma.Sql[];
  teams?: readonly Prisma.Sql[];
  /** Another condition for the user's own rows. */
  own?: Prisma.Sql;
  /**
   * True if only primary teams count for the scope `team`, of the user and of the owners: memberships, which require no right
   * on the employee, give no rights on these rows.
   */
  byPrimaryTeam?: boolean;
}

/** The user whose rows are selected; a {@link Caller} is one. */
export interface ScopedUser {
  org_id: number;
  user_id: number | null;
  employee_id: number | null;
}

/** The table of a resource, to check whether a permission covers one of its rows. */
export interface ScopedTable {
  /** Has the columns `org_id` and `id`. */
  table: string;
  /** On the alias `r`: the owners that also limit the resource's lists. */
  owners(user: ScopedUser): RowOwners;
  /**
   * Limits the rows that a caller may see, in addition to the row scope, on alias `r`. The argument is a `Caller`;
   * naming that type here would create an import cycle.
   */
  visible?: (caller: never) => Prisma.Sql;
}

/** The name of records where other records refer to them, as SQL on an alias of the resource's table. */
export interface RecordNaming {
  name: (alias: string) => Prisma.Sql;
  /** Distinguishes records with equal names, such as the address of a user. Every reader of the record may see it. */
  hint?: (alias: string) => Prisma.Sql;
  /** The record that must be readable, too: its resource and the column with its id. */
  parent?: { resource: string; field: string };
  /** True if records are never marked as deleted. */
  isPermanent?: boolean;
}
