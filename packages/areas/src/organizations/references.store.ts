import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Table of organizations under an alias, including closed ones. */
export const organizationsAs = (alias: string): Prisma.Sql => raw(`organizations ${alias}`);

/** Join target: the organization of a row. `join ${organizationOf('o', 'u')}` */
export const organizationOf = (organization: string, row: string): Prisma.Sql =>
  raw(`organizations ${organization} on ${organization}.id = ${row}.org_id`);

/** Like {@link organizationOf}, without closed organizations. */
export const openOrganizationOf = (organization: string, row: string): Prisma.Sql =>
  sql`${organizationOf(organization, row)} and ${raw(organization)}.status <> 'closed'`;

export const selectTimeZone = (org_id: Prisma.Sql): Prisma.Sql =>
  sql`(select o.time_zone from organizations o where o.id = ${org_id})`;

/**
 * Condition: the organization allows only labels of its catalogue. Reads the setting, because `features` of a caller may
 * be stale.
 */
export const restrictsLabels = (org_id: number | Prisma.Sql): Prisma.Sql => sql`exists (
      select from organization_settings s where s.org_id = ${org_id} and s.section = 'features'
        and s."values" -> 'restrict_labels' = 'true')`;
