import { AppError, type Caller, type Job, type OrganizationRun, organizationLane } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { callerForUser } from '../../auth/index.ts';
import { employeeLeft, employeeReturned, timelineApplied } from '../announcements.ts';
import { applyDueChange, applyDueChangeEvents, cancelDueChange } from './due-changes.service.ts';
import { type DueChange, dueChangesBacklog, findDueChanges } from './lane.store.ts';

const maxBatchSize = 50;

/**
 * Makes changes of employees true as their day begins where the employee is. Those of days on which no worker ran are
 * made up for, in their order. What is no longer possible is cancelled and says why: it keeps nothing else from
 * happening.
 */
export const dueChangesLane: Job = organizationLane({
  queue: 'employee-changes',
  role: 'schedules',
  concurrency: 2,
  emits: ['employee.change_cancelled', ...applyDueChangeEvents],
  announces: [timelineApplied, employeeLeft, employeeReturned],
  backlog: dueChangesBacklog,
  run: async (call) => {
    const { platform, org_id, signal, log } = call;
    const failed: number[] = [];
    for (;;) {
      const due = await findDueChanges(platform, org_id, failed, maxBatchSize);
      if (due.length === 0) break;
      for (const change of due) {
        if (signal.aborted) return 'more';
        await applyOrCancel(call, change).catch((error: unknown) => {
          failed.push(change.id);
          log.error({ err: error, change_id: change.id }, 'A change of an employee could not be made true');
        });
      }
    }
    return 'done';
  },
});

async function applyOrCancel(call: OrganizationRun, due: DueChange): Promise<void> {
  const { caller } = call;
  const by = await findDecider(call, due);
  try {
    const remarks = await writeInTransaction(caller, (tx) => applyDueChange(tx, caller, due, by));
    for (const line of remarks) await call.note(line);
  } catch (error) {
    // A hire is what everything else stands on: it waits until it is possible.
    if (!(error instanceof AppError) || error.kind !== 'invalid' || due.is_hire) throw error;
    await writeInTransaction(caller, (tx) => cancelDueChange(tx, caller, due, formatReason(error)));
    await call.note(`Change ${due.id} was cancelled: ${formatReason(error)}`);
  }
}

/** Whoever decided a change gives what comes with it, as far as they still may; the service itself gives no roles. */
async function findDecider(
  { platform, org_id, caller, origin, emits }: OrganizationRun,
  { decided_by }: DueChange,
): Promise<Caller> {
  if (decided_by === null) return caller;
  const asked = { org_id, user_id: decided_by };
  return (await callerForUser(platform, asked, origin, emits)) ?? caller;
}

function formatReason(error: AppError): string {
  const fields = Object.entries(error.details?.fieldErrors ?? {});
  const said = fields.map(([field, messages]) => `${field}: ${messages.join(', ')}`);
  return `Could not be applied. ${said.join('; ') || error.message}`;
}
