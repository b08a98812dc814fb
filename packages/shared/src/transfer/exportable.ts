import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { Prisma } from '../db/generated/client.ts';

/**
 * A list that can be exported: asked for with `<resource>:export`, assembled by a worker as the caller
 * who asked, with the rights they have at that moment.
 */
export interface Exportable<Filter = unknown> {
  resource: string;
  /** Where its list is, below `/api`: exports are asked for at `<path>/export`. */
  path: string;
  /** What may limit the rows, as the list's own query does, without paging. */
  filter: z.ZodType<Filter>;
  /** The columns that can be asked for, in their order; all of them when none are named. */
  columns: readonly string[];
  /**
   * The rows as SQL without limit: limited to the organization and to what the caller reaches with
   * `<resource>:export`, in an order of their own. Yields at least the columns above.
   */
  statement(caller: Caller, filter: Filter): Prisma.Sql | Promise<Prisma.Sql>;
}

/** Declares an exportable list. */
export function exportable<Filter>(declaration: Exportable<Filter>): Exportable {
  return declaration as unknown as Exportable;
}
