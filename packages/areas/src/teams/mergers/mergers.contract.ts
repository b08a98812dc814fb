import { Id } from '@wfp/shared/contract';
import { z } from 'zod';

export const MergeTeam = z.strictObject({ into_id: Id });
export type MergeTeam = z.output<typeof MergeTeam>;

export const ArchiveTeam = z.strictObject({
  move_to: Id.meta({
    description: 'Team to which members, child teams, open tasks and other linked records move',
  }),
});
export type ArchiveTeam = z.output<typeof ArchiveTeam>;
