import { Prisma, type RecordedTable, recordedTable, type Subject } from '../../db/index.ts';
import { columnsOfModel } from '../../db/model-columns.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { ParentResource } from '../routes/parent-resource.ts';
import type { Owners, RecordName, SubjectColumns } from './rows.ts';

const { sql } = Prisma;

/**
 * The model in the Prisma schema and the table name; or the recorded table, if modules that the declaration imports
 * also write to it.
 */
export type TableDeclaration =
  | { model: Prisma.ModelName; table: string }
  | { model?: undefined; table: RecordedTable };

interface RecordDeclaration {
  code: string;
  recordName?: RecordName | undefined;
  subject?: SubjectColumns | undefined;
  owners?: Owners | undefined;
  personal?: ((alias: string) => Prisma.Sql) | undefined;
}

interface DeclaredParent {
  resource: ParentResource;
  field: string | undefined;
  /** The parent is the aggregate of the events. */
  isAggregate: boolean;
  /** Audit entries have the parent's resource. */
  isAudited: boolean;
}

export const recordNameSql = (name: RecordName, alias: string) =>
  typeof name === 'string' ? sql`${identifier(alias)}.${identifier(name)}` : name.sql(alias);

const column = (name: string) => sql`c.${identifier(name)}`;

/** Creates the recorded table of a resource. Events of child rows include the subject of the parent. */
export function createRecordedTable(
  declared: RecordDeclaration & TableDeclaration,
  parent: DeclaredParent | undefined,
): RecordedTable {
  if (declared.model === undefined) return declared.table;
  const { code, recordName, personal, model, table } = declared;
  const key = { org_id: sql`c.org_id`, id: parent?.field ? column(parent.field) : sql`c.org_id` };
  const name = recordName ? recordNameSql(recordName, 'c') : undefined;
  const recordedName = name ?? (parent?.isAggregate ? parent.resource.recordName?.(key) : undefined);
  return recordedTable({
    name: table,
    aggregate: parent?.isAggregate ? parent.resource.aggregate : code,
    ...(parent?.isAggregate && { aggregate_id: parent.field ?? 'org_id' }),
    resource: parent?.isAudited ? parent.resource.resource : code,
    columns: columnsOfModel(model),
    subject: composeSubject(declared, parent?.resource.subject?.(key)),
    ...(recordedName && { record_name: recordedName }),
    ...(personal && { personal: personal('c') }),
  });
}

function composeSubject({ subject = {}, owners }: RecordDeclaration, ofParent: Subject = {}): Subject {
  const { employee, team, users = [], isPrivate } = subject;
  const userIds = [...(ofParent.userIds ?? []), ...(owners?.userIds ? [owners.userIds('c')] : [])];
  return {
    ...ofParent,
    ...(employee && { employee: column(employee) }),
    ...(team && { team: column(team) }),
    users: [...(ofParent.users ?? []), ...users.map(column)],
    ...(userIds.length > 0 && { userIds }),
    ...(isPrivate && { is_private: isPrivate('c') }),
  };
}

export const organizationCreatedAt = (org_id: Prisma.Sql) =>
  sql`(select o.created_at from organizations o where o.id = ${org_id})`;

export const idParameter = (id: number) => sql`${id}::int`;

/** The record name, subject and creation time of a record, as SQL on the key columns of its child rows. */
export function subjectForChildren(
  table: string,
  { recordName, subject = {} }: Pick<RecordDeclaration, 'recordName' | 'subject'>,
): Pick<ParentResource, 'subject' | 'recordName' | 'createdAt'> {
  const { employee, team, users = [], isPrivate } = subject;
  const from = (key: { org_id: Prisma.Sql; id: Prisma.Sql }, what: Prisma.Sql) =>
    sql`(select ${what} from ${identifier(table)} p where p.org_id = ${key.org_id} and p.id = ${key.id})`;
  const ofParent = (key: Parameters<typeof from>[0], name: string) => from(key, sql`p.${identifier(name)}`);
  return {
    createdAt: (key) => ofParent(key, 'created_at'),
    ...(recordName && { recordName: (key) => from(key, recordNameSql(recordName, 'p')) }),
    subject: (key) => ({
      ...(employee && { employee: ofParent(key, employee) }),
      ...(team && { team: ofParent(key, team) }),
      users: users.map((name) => ofParent(key, name)),
      ...(isPrivate && { is_private: from(key, isPrivate('p')) }),
    }),
  };
}
