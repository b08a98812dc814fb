import type { Prisma } from '../generated/client.ts';

/** The columns by which rows of a table belong to people and teams, as SQL on the row's alias. */
export interface RowOwners {
  /** User ids that own the row: author, creator, user assignee. */
  users?: readonly Prisma.Sql[];
  employees?: readonly Prisma.Sql[];
  teams?: readonly Prisma.Sql[];
  /** Rows that are the user's own for another reason, as a predicate. */
  own?: Prisma.Sql;
}

/** The user whose own rows are meant; a {@link Caller} is one. */
export interface ScopedUser {
  org_id: number;
  user_id: number | null;
  employee_id: number | null;
}

/** Where the rows of a resource are, so that one of them can be asked about: "does this permission reach it?" */
export interface ScopedTable {
  /** A table with `org_id` and `id`. */
  table: string;
  /** As SQL on the alias `r`, for a user: the same owners that the resource's own lists are limited by. */
  owners(user: ScopedUser): RowOwners;
  /** Limits the rows that a `Caller` may see, whatever their reach, on alias `r`; naming its type would close a circle. */
  visible?: (caller: never) => Prisma.Sql;
}
