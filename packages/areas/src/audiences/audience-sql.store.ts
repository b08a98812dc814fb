import type { Condition, ConditionLeaf } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { employeesAs } from '../employees/index.ts';
import { selectPlacesBelow } from '../places/index.ts';
import { liveTeams } from '../teams/index.ts';
import type { AudienceField } from './audience-fields.ts';

const { sql, join } = Prisma;

type Operand = string | number | null | { var: 'today'; add_days?: number };

/** A column of employee `e`, with the type of its operands. */
const columns: Partial<Record<AudienceField, { column: Prisma.Sql; type: Prisma.Sql }>> = {
  id: { column: sql`e.id`, type: sql`int` },
  status: { column: sql`e.status::text`, type: sql`text` },
  employment_type: { column: sql`e.employment_type::text`, type: sql`text` },
  job_title: { column: sql`e.job_title`, type: sql`text` },
  time_zone: { column: sql`e.time_zone`, type: sql`text` },
  hire_date: { column: sql`e.hire_date`, type: sql`date` },
  fte: { column: sql`e.fte`, type: sql`numeric` },
  position_id: { column: sql`e.position_id`, type: sql`int` },
  manager_id: { column: sql`e.manager_id`, type: sql`int` },
};

/** Fields that also match what is below their value. */
const trees: Partial<Record<AudienceField, { below: TreeQuery; isSet: (org_id: number) => Prisma.Sql }>> = {
  team_id: {
    below: (org_id, ids) =>
      sql`e.id in (select employees_in_teams(${org_id}::int, array(select teams_under(${org_id}::int, ${ids}::int[]))))`,
    isSet: (org_id) =>
      sql`e.id in (select employees_in_teams(${org_id}::int, array(select t.id ${liveTeams(org_id)})))`,
  },
  place_id: {
    below: (org_id, ids) => sql`e.place_id in (${selectPlacesBelow(org_id, ids)})`,
    isSet: () => sql`e.place_id is not null`,
  },
  reports_to: {
    // All values together, so that people below several of them are read once.
    below: (org_id, ids) => sql`e.id in (
      with recursive below(id) as (
        select r.id from ${employeesAs('r')}
          where r.org_id = ${org_id} and r.manager_id = any(${ids}::int[]) and r.deleted_at is null
        union
        select r.id from below b join ${employeesAs('r')} on r.manager_id = b.id
          where r.org_id = ${org_id} and r.deleted_at is null
      ) select b.id from below b)`,
    isSet: () => sql`e.manager_id is not null`,
  },
};
type TreeQuery = (org_id: number, ids: number[]) => Prisma.Sql;

/**
 * Condition: employee `e` of the organization is in an audience. `audience_includes` in the database has the same rule
 * for one employee and many audiences; a test compares both.
 */
export function isInAudience(org_id: number, audience: Condition): Prisma.Sql {
  if ('op' in audience) return sql`coalesce(${compileLeaf(org_id, audience)}, false)`;
  const { all = [], any = [], not } = audience;
  const parts = [
    ...all.map((one) => isInAudience(org_id, one)),
    ...(any.length > 0
      ? [
          sql`(${join(
            any.map((one) => isInAudience(org_id, one)),
            ' or ',
          )})`,
        ]
      : []),
    ...(not ? [sql`not ${isInAudience(org_id, not)}`] : []),
  ];
  return sql`(${join(parts, ' and ')})`;
}

function compileLeaf(org_id: number, { field, op, value }: ConditionLeaf): Prisma.Sql {
  const operands = [value].flat() as Operand[];
  const isNegated = op === 'ne' || op === 'not_in';
  const isNull = value === null || op === 'is_set' || op === 'is_empty';
  if (isNull) {
    const isSet = compileIsSet(org_id, field as AudienceField);
    return op === 'is_set' || op === 'ne' ? isSet : sql`not ${isSet}`;
  }
  const matches = compileComparison(org_id, field as AudienceField, op, operands);
  return isNegated ? sql`not coalesce(${matches}, false)` : matches;
}

function compileIsSet(org_id: number, field: AudienceField): Prisma.Sql {
  const tree = trees[field];
  return tree ? tree.isSet(org_id) : sql`(${columnOf(field).column} is not null)`;
}

function compileComparison(
  org_id: number,
  field: AudienceField,
  op: ConditionLeaf['op'],
  operands: readonly Operand[],
): Prisma.Sql {
  const tree = trees[field];
  if (tree) return tree.below(org_id, operands as number[]);
  const { column, type } = columnOf(field);
  const values = operands.map((one) => asSql(one, type));
  const [first = sql`null`, second = sql`null`] = values;
  switch (op) {
    case 'gt':
      return sql`${column} > ${first}`;
    case 'gte':
      return sql`${column} >= ${first}`;
    case 'lt':
      return sql`${column} < ${first}`;
    case 'lte':
      return sql`${column} <= ${first}`;
    case 'between':
      return sql`${column} between ${first} and ${second}`;
    case 'contains':
      return sql`position(lower(${first}) in lower(${column})) > 0`;
    case 'starts_with':
      return sql`starts_with(lower(${column}), lower(${first}))`;
    default:
      return sql`${column} in (${join(values)})`;
  }
}

function columnOf(field: AudienceField) {
  const found = columns[field];
  if (!found) throw new Error(`Invariant: no column for the field ${field}`);
  return found;
}

/** Numbers are sent as text, which PostgreSQL converts without loss. */
const asSql = (operand: Operand, type: Prisma.Sql): Prisma.Sql =>
  typeof operand === 'object' && operand !== null
    ? sql`(current_date + ${operand.add_days ?? 0}::int)`
    : sql`${String(operand)}::${type}`;
