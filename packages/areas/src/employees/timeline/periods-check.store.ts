import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { datedColumns, isEffective, namesOf, withOriginalHireDate } from './timeline.store.ts';

const { sql, raw } = Prisma;

const columns = Object.keys(datedColumns);
const valuesOf = (alias: string) => raw(`(${columns.map((name) => `${alias}.${name}`).join(', ')})`);
const record = raw(
  Object.entries(datedColumns)
    .map((column) => column.join(' '))
    .join(', '),
);

/** Expression: the sum of the changes of employee `p` up to the first day of period `f`, as JSON. */
const fold = sql`${namesOf('p')} || coalesce(
  (select nullif(jsonb_merge(h.set order by h.effective_date, h.sequence), '{}') from employee_changes h
    where h.org_id = p.org_id and h.employee_id = p.id and ${isEffective} and h.effective_date <= f.from_date),
  (select h.set || '{"status": "pre_hire"}' from employee_changes h
    where h.org_id = p.org_id and h.employee_id = p.id and ${isEffective} and p.created_at::date <= f.from_date
    order by h.effective_date, h.sequence limit 1))`;

export const periodsCheck: Check = sqlCheck(
  {
    name: 'employee-periods',
    scope: 'organization',
    invariant: 'The values of employees on each day are the sums of their changes.',
    repair: 'Run select refresh_employee_periods(<org_id>, <employee_id>) as the owner of the database.',
  },
  ({ org_id }) => sql`
    select format('employee %s has other values from %s on than the changes say', f.employee_id, f.from_date) as message
    from employee_periods f join employees p on p.org_id = f.org_id and p.id = f.employee_id
    cross join lateral (select ${fold} as fold) t
    cross join lateral jsonb_to_record(${withOriginalHireDate(sql`t.fold`, sql`p.org_id`, sql`p.id`)}) as r(${record})
    where f.org_id = ${org_id} and ${valuesOf('f')} is distinct from ${valuesOf('r')}
    union all
    select format('employee %s has no period that begins on %s', h.employee_id, h.effective_date)
    from employee_changes h
    where h.org_id = ${org_id} and ${isEffective} and not exists (select from employee_periods f
      where f.org_id = h.org_id and f.employee_id = h.employee_id and f.from_date = h.effective_date)
    union all
    select format('a period of employee %s from %s on ends before the next one begins, or after it', f.employee_id, f.from_date)
    from (select f.*, lead(f.from_date, 1, 'infinity') over (partition by f.employee_id order by f.from_date) as next
      from employee_periods f where f.org_id = ${org_id}) f
    where f.until_date <> f.next
    order by message limit ${raw(String(maxViolations + 1))}`,
);
