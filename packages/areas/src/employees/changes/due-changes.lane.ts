import { AppError, type Caller, type Job, type OrganizationRun, organizationLane } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { callerForUser } from '../../auth/index.ts';
import { employeeLeft, employeeRenamed, employeeReturned, timelineApplied } from '../announcements.ts';
import { applyDueChange, applyDueChangeEvents, cancelDueChange } from './due-changes.service.ts';
import { type DueChange, dueChangesBacklog, findDueChanges } from './lane.store.ts';

/** About one run: finding a batch computes the start of all changes that may be due. Each is read again when it is applied. */
const maxBatchSize = 500;

/** Time after which a run ends, so that other organizations get their turn. */
const maxRunMs = 5_000;

/**
 * The changes that could not be applied, by organization, of runs that ended before all due changes were tried. The next run
 * continues with the others: those that fail again and again do not hold them up.
 */
const failedByOrganization = new Map<number, number[]>();

/**
 * Applies scheduled changes when their day starts in the employee's time zone; after an outage, overdue changes in
 * order. A change other than a hire that has become invalid is cancelled, with the reason in its note, so that it does
 * not block others.
 */
export const dueChangesLane: Job = organizationLane({
  queue: 'employee-changes',
  role: 'schedules',
  concurrency: 2,
  isShared: true,
  emits: ['employee.change_cancelled', ...applyDueChangeEvents],
  announces: [timelineApplied, employeeRenamed, employeeLeft, employeeReturned],
  backlog: dueChangesBacklog,
  run: async (call) => {
    const { platform, org_id, signal, log } = call;
    const end = platform.clock.now().getTime() + maxRunMs;
    const failed = failedByOrganization.get(org_id) ?? [];
    failedByOrganization.delete(org_id);
    for (;;) {
      const due = await findDueChanges(platform, org_id, failed, maxBatchSize);
      if (due.length === 0) break;
      for (const change of due) {
        if (signal.aborted || platform.clock.now().getTime() >= end) {
          if (failed.length > 0) failedByOrganization.set(org_id, failed);
          return 'more';
        }
        await applyOrCancel(call, change).catch((error: unknown) => {
          failed.push(change.id);
          log.error({ err: error, change_id: change.id }, 'Applying an employee change failed');
        });
      }
    }
    return 'done';
  },
});

async function applyOrCancel(call: OrganizationRun, due: DueChange): Promise<void> {
  const { caller } = call;
  const by = await findUser(call, due.decided_by, due.api_key_id);
  try {
    const remarks = await writeInTransaction(caller, (tx) => applyDueChange(tx, caller, due, by));
    for (const line of remarks) await call.note(line);
  } catch (error) {
    // All later changes depend on the hire: it is retried, never cancelled.
    if (!(error instanceof AppError) || error.kind !== 'invalid' || due.is_hire) throw error;
    await writeInTransaction(caller, (tx) => cancelDueChange(tx, caller, due, formatReason(error)));
    await call.note(`Change ${due.id} was cancelled: ${formatReason(error)}`);
  }
}

/**
 * Returns a user who made a change, within the limits of the API key that was used, also if either is no longer active: a
 * termination is applied with the permissions that an inactive user had, other effects without any. Returns the system if the
 * user is not known.
 */
async function findUser(
  { platform, org_id, caller, origin, emits }: OrganizationRun,
  user_id: number | null,
  api_key_id: number | null,
): Promise<Caller> {
  if (user_id === null) return caller;
  const user = { org_id, user_id, api_key_id, isPast: true };
  return (await callerForUser(platform, user, origin, emits)) ?? caller;
}

function formatReason(error: AppError): string {
  const fields = Object.entries(error.details?.fieldErrors ?? {});
  const errors = fields.map(([field, messages]) => `${field}: ${messages.join(', ')}`);
  return `Could not be applied. ${errors.join('; ') || error.message}`;
}
