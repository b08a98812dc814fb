import { Id } from '@wfp/shared/contract';
import { z } from 'zod';

export const laneQueue = 'prompts';
export const LanePayload = z.object({ org_id: Id });
export type LanePayload = z.output<typeof LanePayload>;
export const laneKey = ({ org_id }: LanePayload): string => `prompts-${org_id}`;
