import { Id, named } from '@wfp/shared/contract';
import { z } from 'zod';
import { teamKinds } from '../rows/teams.contract.ts';

/** A team in the tree: what is needed to draw it. */
export const TeamNode = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  kind: z.enum(teamKinds),
  parent_id: Id.nullable(),
  lead_employee_id: Id.nullable(),
  color: z.string().nullable(),
  members_count: z
    .int()
    .nonnegative()
    .meta({ description: 'Members of today, without those of teams below' }),
  get children() {
    return z.array(TeamNode);
  },
});
named('TeamNode', TeamNode);

export const TeamTree = z.object({ data: z.array(TeamNode), total: z.int().nonnegative() });
named('TeamTree', TeamTree);

export const MoveTeam = z.strictObject({
  parent_id: Id.nullable().meta({ description: 'null: to the top' }),
});
export type MoveTeam = z.output<typeof MoveTeam>;
