import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { isLiveHolidayCalendar } from '../../holiday-calendars/index.ts';
import { isLivePlace } from '../../places/index.ts';
import { isLiveWorkSchedule } from '../../work-schedules/index.ts';
import type { DatedReference } from './dated-references.service.ts';

const { sql, join, raw } = Prisma;

const maxRows = raw(String(maxViolations + 1));

const isLive: Readonly<Record<DatedReference, typeof isLivePlace>> = {
  place_id: isLivePlace,
  work_schedule_id: isLiveWorkSchedule,
  holiday_calendar_id: isLiveHolidayCalendar,
};

function selectViolations(org_id: number, field: DatedReference): Prisma.Sql {
  const own = raw(`e.${field}`);
  const planned = raw(`(h.set ->> '${field}')::int`);
  return sql`
    select format('${raw(field)} %s of employee %s refers to no live row', ${own}, e.id) as message from employees e
    where e.org_id = ${org_id} and e.deleted_at is null and e.status <> 'terminated'
      and ${own} is not null and not ${isLive[field](sql`e.org_id`, own)}
    union all
    select format('${raw(field)} %s of the scheduled change %s refers to no live row', ${planned}, h.id)
    from employee_changes h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
    where h.org_id = ${org_id} and h.state = 'scheduled' and ${planned} is not null
      and not ${isLive[field](sql`h.org_id`, planned)}`;
}

export const referencesCheck: Check = sqlCheck(
  {
    name: 'employee-references',
    scope: 'organization',
    invariant:
      'Places, work schedules and holiday calendars that employees have, or get by a scheduled change, are live.',
    repair:
      'Restore the record, or give the employee another one, or null, by a change of the kind place or schedule; cancel a scheduled change.',
  },
  ({ org_id }) => sql`
    select f.message from (${join(
      (Object.keys(isLive) as DatedReference[]).map((field) => selectViolations(org_id, field)),
      ' union all ',
    )}) f order by f.message limit ${maxRows}`,
);
