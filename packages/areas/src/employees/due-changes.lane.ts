import { AppError, type Caller, type Job, type LaneRun, lane, systemCaller } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { writeInTransaction } from '@wfp/shared/db';
import { z } from 'zod';
import { callerOfUser } from '../auth/index.ts';
import { employeeLeft, employeeReturned, timelineApplied } from './announcements.ts';
import { applyDue, applyDueEvents, giveUp } from './due-changes.service.ts';
import { type DueChange, dueChanges, nextBeginning, withDueChanges } from './lane.store.ts';

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
  emits: ['employee.change_cancelled', ...applyDueEvents],
  announces: [timelineApplied, employeeLeft, employeeReturned],
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
    const remarks = await writeInTransaction(caller, (tx) => applyDue(tx, caller, due, by));
    for (const line of remarks) await call.note(line);
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
