import { AppError } from '@wfp/shared';
import type { z } from 'zod';
import {
  PlanCode,
  resumeCommand,
  resumeOrganization,
  SuspensionReason,
  setOrganizationPlan,
  setPlanCommand,
  suspendCommand,
  suspendOrganization,
} from '../organizations/index.ts';
import { type Operator, operatorCaller } from './operator.ts';

/** @throws AppError `invalid` on the option */
function parseOption<Schema extends z.ZodType>(
  schema: Schema,
  option: string,
  value: string,
): z.output<Schema> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const messages = checked.error.issues.map((issue) => issue.message);
  throw new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: { [option]: messages }, formErrors: [] },
  });
}

export const parseSuspensionReason = (value: string) => parseOption(SuspensionReason, 'reason', value);
export const parsePlanCode = (value: string) => parseOption(PlanCode, 'plan', value);

export const suspendByOperator = (operator: Operator, org_id: number, reason: string) =>
  suspendOrganization(operatorCaller(operator, org_id, suspendCommand.emits), reason);

export const resumeByOperator = (operator: Operator, org_id: number) =>
  resumeOrganization(operatorCaller(operator, org_id, resumeCommand.emits));

export const setPlanByOperator = (operator: Operator, org_id: number, plan_code: string) =>
  setOrganizationPlan(operatorCaller(operator, org_id, setPlanCommand.emits), plan_code);
