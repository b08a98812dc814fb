import { AppError, type Caller, type Job, type LaneRun, lane, systemCaller } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { writeInTransaction } from '@wfp/shared/db';
import { z } from 'zod';
import { callerOfUser } from '../auth/index.ts';
import { applyDue, dueEvents, giveUp } from '../employees/index.ts';
import { reactivateReturner, returnerEvents } from '../users/index.ts';
import { type DueChange, dueChanges, nextBeginning, withDueChanges } from './lane.store.ts';
import { leave, leavingEvents } from './leaving.service.ts';

const Payload = z.object({ org_id: Id });
type Payload = z.output<typeof Payload>;

const changesAtOnce = 50;

/**
 * Makes changes of employees true as their day begins where the employee is. Those of days on which no worker ran are
 * made up for, in their order. What is no longer possible is cancelled and says why: it keeps nothing else from
 * happening.
 */
export const dueChangesLane: Job = lane<Payload>({
  queue: 'employee-changes',
  role: 'schedules',
  payload: Payload,
  key: ({ org_id }) => `employee-changes-org-${org_id}`,
  concurrency: 2,
  emits: [...new Set([...dueEvents, ...leavingEvents, ...returnerEvents])],
  due: withDueChanges,
  run: async (call) => {
    const { platform, payload, signal, log } = call;
    const failed: number[] = [];
    for (;;) {
      const due = await dueChanges(platform, payload.org_id, failed, changesAtOnce);
      if (due.length === 0) break;
      for (const change of due) {
        if (signal.aborted) return platform.clock.now();
        await apply(call, change).catch((error: unknown) => {
          failed.push(change.id);
          log.error({ err: error, change_id: change.id }, 'A change of an employee could not be made true');
        });
      }
    }
    return nextBeginning(platform, payload.org_id);
  },
});

async function apply(call: LaneRun<Payload>, due: DueChange): Promise<void> {
  const { platform, payload, origin, emits } = call;
  const caller = systemCaller(platform, payload.org_id, origin, emits);
  const by = await deciderOf(call, due, caller);
  try {
    const unfollowed = await writeInTransaction(caller, async (tx) => {
      const applied = await applyDue(tx, caller, due, by);
      if (!applied) return [];
      const { id, user_id } = applied.employee;
      const isReturn = typeof applied.change.set.original_hire_date === 'string';
      if (isReturn && user_id !== null) await reactivateReturner(tx, caller, user_id, by);
      if (applied.change.set.status !== 'terminated') return [];
      const tasks_to = z.int().optional().parse(applied.change.set.reassign_tasks_to);
      return leave(tx, caller, { id, user_id, tasks_to }, by);
    });
    for (const line of unfollowed) await call.note(line);
  } catch (error) {
    // A hire is what everything else stands on: it waits until it is possible.
    if (!(error instanceof AppError) || error.kind !== 'invalid' || due.is_hire) throw error;
    await writeInTransaction(caller, (tx) => giveUp(tx, caller, due, reasonOf(error)));
    await call.note(`Change ${due.id} was cancelled: ${reasonOf(error)}`);
  }
}

/** Whoever decided a change gives what comes with it, as far as they still may; the service itself gives no roles. */
async function deciderOf(
  { platform, payload, origin, emits }: LaneRun<Payload>,
  { decided_by }: DueChange,
  system: Caller,
): Promise<Caller> {
  if (decided_by === null) return system;
  const asked = { org_id: payload.org_id, user_id: decided_by };
  return (await callerOfUser(platform, asked, origin, emits)) ?? system;
}

function reasonOf(error: AppError): string {
  const fields = Object.entries(error.details?.fieldErrors ?? {});
  const said = fields.map(([field, messages]) => `${field}: ${messages.join(', ')}`);
  return `Could not be applied. ${said.join('; ') || error.message}`;
}
