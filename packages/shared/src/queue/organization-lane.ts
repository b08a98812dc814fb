import { z } from 'zod';
import { type Caller, systemCaller } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import { Id } from '../contract/index.ts';
import { isWorkSuspended } from '../organization-state.store.ts';
import { type Backlog, findDueOrganizations, findNextDue } from './backlog.store.ts';
import { type Job, type Lane, type LaneRun, lane, type NumberedEvent, type WakeUp } from './job.ts';
import { Tally } from './tally.ts';

const Payload = z.object({ org_id: Id });
type Payload = z.output<typeof Payload>;

export interface OrganizationRun extends LaneRun<Payload> {
  org_id: number;
  /** The system, acting in the organization with the events that the lane declares. */
  caller: Caller;
  /** Counts a line, which is logged in the job once at the end of the run, with its count. Never fails. */
  tally(line: string): void;
}

/**
 * The result of a run. `done`: the next run is when the next row is due. `more`: the lane runs again immediately,
 * because the worker drains or other organizations are served first. A date: the lane runs again at that time.
 */
export type RunResult = 'done' | 'more' | Date;

export interface OrganizationLane {
  /** The queue, and the name of the lane in metrics, logs and the dashboard. */
  queue: string;
  role?: string;
  concurrency: number;
  /** Event types that a run may write. */
  emits?: readonly string[];
  announces?: readonly AnyAnnouncement[];
  backlog: Backlog;
  /** True if the lane also works for suspended organizations: it neither acts for users nor sends anything. */
  runsWhileSuspended?: boolean;
  /** True if a run may take long: the organizations then share the slots, as described at `sharedBy` of {@link Lane}. */
  isShared?: boolean;
  run(call: OrganizationRun): Promise<RunResult>;
}

const keyFor = (org_id: number) => `org-${org_id}`;

export function organizationWakeUp(queue: string, org_id: number): WakeUp {
  return { queue, key: keyFor(org_id), payload: { org_id } };
}

export function organizationWakeUps(
  queue: string,
  events: readonly Pick<NumberedEvent, 'org_id'>[],
): WakeUp[] {
  return [...new Set(events.map(({ org_id }) => org_id))].map((org_id) => organizationWakeUp(queue, org_id));
}

/**
 * Declares a lane per organization over a backlog in PostgreSQL: payload, key, the organizations with due rows and
 * the time of the next run follow from the backlog. Work of a suspended organization waits.
 */
export function organizationLane({
  backlog,
  runsWhileSuspended = false,
  isShared = false,
  run,
  ...declaration
}: OrganizationLane): Job {
  return lane<Payload>({
    ...declaration,
    payload: Payload,
    key: ({ org_id }) => keyFor(org_id),
    ...(isShared && { sharedBy: ({ org_id }: Payload) => org_id }),
    due: (platform) => findDueOrganizations(platform, backlog, runsWhileSuspended),
    run: async (call) => {
      const { platform, payload, origin, emits } = call;
      const { org_id } = payload;
      const isSuspended = async () => !runsWhileSuspended && isWorkSuspended(platform, org_id);
      // The sweeper wakes the lane when the organization is resumed.
      if (await isSuspended()) return null;
      const caller = systemCaller(platform, org_id, origin, emits);
      // Rows that become due during the run must not wait for the sweeper.
      const started = platform.clock.now();
      const tally = new Tally();
      const result = await run({ ...call, org_id, caller, tally: (line) => tally.count(line) })
        .catch(async (error: unknown) => {
          // The organization was suspended during the run, so its users had no rights any more.
          if (await isSuspended()) return 'suspended' as const;
          throw error;
        })
        .finally(() => (tally.isEmpty ? undefined : call.note(tally.text)));
      if (result === 'suspended') return null;
      if (result === 'more') return platform.clock.now();
      return result === 'done' ? findNextDue(platform, backlog, org_id, started) : result;
    },
  });
}
