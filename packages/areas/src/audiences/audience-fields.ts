import type { ConditionFields } from '@wfp/shared';
import { employeeStatuses, employmentTypes } from '../employees/index.ts';

const setOps = ['eq', 'ne', 'in', 'not_in', 'is_set', 'is_empty'] as const;
const textOps = [...setOps, 'contains', 'starts_with'] as const;
const orderOps = [...setOps, 'gt', 'gte', 'lt', 'lte', 'between'] as const;

const referenceTo = (ref: string) => ({ kind: 'number', ops: setOps, ref }) as const;

/** The fields of employees that an audience can compare. They are those that readers of employees see. */
export const audienceFields = {
  id: referenceTo('employee'),
  status: { kind: 'text', values: employeeStatuses, ops: setOps },
  employment_type: { kind: 'text', values: employmentTypes, ops: setOps },
  job_title: { kind: 'text', ops: textOps },
  time_zone: { kind: 'text', ops: setOps },
  hire_date: { kind: 'date', ops: orderOps },
  fte: { kind: 'number', ops: orderOps },
  position_id: referenceTo('position'),
  manager_id: referenceTo('employee'),
  /** Any manager above the employee. */
  reports_to: referenceTo('employee'),
  /** A team of which the employee is a member, or a team above one. */
  team_id: referenceTo('team'),
  /** The employee's place, or a place above it. */
  place_id: referenceTo('place'),
} as const satisfies ConditionFields;

export type AudienceField = keyof typeof audienceFields;

/** Fields that also match what is below their value, which takes a recursive query for each id. */
export const treeFields: ReadonlySet<AudienceField> = new Set(['reports_to', 'team_id', 'place_id']);

/** Ids of {@link treeFields} in one audience. */
export const maxTreeIds = 50;
