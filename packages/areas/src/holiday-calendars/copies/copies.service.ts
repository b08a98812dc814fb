import { type Call, invalidField, notFound, type Proposal, requirePermission } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { calendars } from '../calendars/calendars.resource.ts';
import { maxHolidaysPerYear } from '../holidays/holidays.contract.ts';
import type { CopiedYear, CopyYear } from './copies.contract.ts';
import { planCopy } from './copies.policy.ts';
import { insertCopies, lockCalendar, readLockedYears, readYears } from './copies.store.ts';

type CopyCall = Pick<Call<{ id: number }, unknown, CopyYear>, 'caller' | 'params' | 'body'>;

/** Copies the holidays of a year to the same days of another, unless these have holidays already. */
export async function copyYear({ caller, params: { id }, body }: CopyCall): Promise<CopiedYear> {
  requirePermission(caller, 'holiday:read', 'to copy holidays');
  await calendars.require(caller, id, 'update');
  return writeInTransaction(caller, async (tx) => {
    if (!(await lockCalendar(tx, caller, id))) throw notFound('Holiday calendar');
    const { copies, existing, omitted, total } = planCopy(await readLockedYears(tx, caller, id, body), body);
    if (copies.length > 0 && total > maxHolidaysPerYear)
      throw invalidField(
        'to',
        `At most ${maxHolidaysPerYear} holidays in a year of a calendar are allowed; ${body.to} would have ${total}`,
      );
    const ids = copies.map((one) => one.id);
    const created = await tx.write(insertCopies(caller, ids, body), { event: 'holiday.post_create' });
    return { copied: created.length, existing, omitted };
  });
}

/** Proposes the holidays that the copy creates, or nothing if the caller may not read them or change the calendar. */
export async function proposeCopies({ caller, params: { id }, body }: CopyCall): Promise<Proposal[]> {
  if (!caller.rowScopeFor('holiday:read') || !(await calendars.find(caller, id, 'update'))) return [];
  const { copies } = planCopy(await readYears(caller, id, body), body);
  return copies.map(({ date, name, part }) => ({ record_id: null, change: { date, name, part } }));
}
