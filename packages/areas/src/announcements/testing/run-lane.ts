import { areasOf, createLogger, type Job, type Lane, resolveEmits } from '@wfp/shared';
import type { TestService } from '@wfp/testing';
import { announcementLane } from '../publishing/announcements.lane.ts';

type OrganizationLane = Lane<{ org_id: number }>;

/** Runs the lane of an organization as a worker would, and returns the log lines of the run. */
export async function runLane(
  { platform }: TestService,
  org_id: number,
  job: Job = announcementLane,
): Promise<string[]> {
  const lane = job as unknown as OrganizationLane;
  const notes: string[] = [];
  await lane.run({
    platform,
    payload: { org_id },
    origin: { request_id: 'announcements', ip: null, user_agent: null },
    emits: resolveEmits(areasOf(platform), lane),
    log: createLogger('worker', 'fatal'),
    note: async (line) => {
      notes.push(line);
    },
    signal: new AbortController().signal,
  });
  return notes;
}

/** True if the sweeper would enqueue the lane of an organization. */
export const isDue = async (
  { platform }: TestService,
  org_id: number,
  job: Job = announcementLane,
): Promise<boolean> =>
  (await (job as unknown as OrganizationLane).due(platform)).some((one) => one.org_id === org_id);
