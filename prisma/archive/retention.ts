import type pg from 'pg';

/**
 * Rejects an archive of months that an organization retains by its setting `privacy.audit_retention_days`. Months contain
 * the entries of all organizations, so the longest retention applies.
 *
 * @throws Error that names the organization and the latest month
 */
export async function rejectRetained(client: pg.ClientBase, before: Date, now = new Date()): Promise<void> {
  const { rows } = await client.query<{ slug: string; days: number; latest: string; is_retained: boolean }>(
    `select o.slug, r.days, to_char(r.end_at, 'YYYY-MM') as latest, $1::timestamptz > r.end_at at time zone 'utc' as is_retained
     from organization_settings s
     join organizations o on o.id = s.org_id and o.status <> 'closed'
     cross join lateral (select (s."values" ->> 'audit_retention_days')::int as days) d
     cross join lateral (select d.days,
       date_trunc('month', ($2::timestamptz - d.days * interval '1 day') at time zone 'utc') as end_at) r
     where s.section = 'privacy' and s."values" ? 'audit_retention_days'
     order by r.days desc limit 1`,
    [before, now],
  );
  const [longest] = rows;
  if (!longest?.is_retained) return;
  throw new Error(
    `The organization ${longest.slug} retains events and audit log for ${longest.days} days: --before must be ${longest.latest} or earlier`,
  );
}
