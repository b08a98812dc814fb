import type { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { Prisma } from '../db/generated/client.ts';

/**
 * A list that can be exported with `<resource>:export`. A worker assembles the file as the requesting user, with the
 * rights they have at that time.
 */
export interface Exportable<Filter = unknown> {
  resource: string;
  /** The exported records as named in the endpoint's summary: `the audit log`. Default: the label of the resource. */
  noun?: string;
  /** The path of its list below `/api`: exports are requested at `<path>/export`. */
  path: string;
  /** The filters of the list's own query, without paging. */
  filter: z.ZodType<Filter>;
  /** The columns available, in order; all of them by default. */
  columns: readonly string[];
  /**
   * The rows as an ordered statement without a limit, restricted to the organization and to the row scope of
   * `<resource>:export`. Selects at least the columns above.
   */
  statement(caller: Caller, filter: Filter): Prisma.Sql | Promise<Prisma.Sql>;
}

export function exportable<Filter>(declaration: Exportable<Filter>): Exportable {
  return declaration as unknown as Exportable;
}
