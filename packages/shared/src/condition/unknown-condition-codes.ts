import type { Caller } from '../caller.ts';
import { enumValueLookupOf, unknownCodeMessage } from '../endpoint/unknown-codes.ts';
import { AppError } from '../errors.ts';
import type { Condition, ConditionFields, ConditionLeaf, ConditionOp } from './condition.ts';

/** The operators that compare whole values. Others may compare with a part of a code. */
const comparingOps: readonly ConditionOp[] = ['eq', 'ne', 'in', 'not_in', 'changed_to'];

const maxReported = 10;
const maxReportedLength = 50;

interface CodedLeaf {
  enumCode: string;
  /** The path of the value in the condition. */
  path: string;
  codes: readonly string[];
}

/**
 * Rejects comparisons with a value that an enum of the organization never had. Runs no query if the condition compares
 * no field that has one. A retired value is known: records may still have it.
 *
 * @param within the field of the condition, for the paths of errors
 * @throws AppError `invalid` with errors by path
 */
export async function rejectUnknownConditionCodes(
  caller: Caller,
  fields: ConditionFields,
  condition: Condition,
  within: string,
): Promise<void> {
  const leaves = codedLeaves(condition, fields, within);
  const fieldErrors: Record<string, string[]> = {};
  for (const [enumCode = '', compared = []] of Map.groupBy(leaves, (leaf) => leaf.enumCode)) {
    const codes = [...new Set(compared.flatMap((leaf) => leaf.codes))];
    const unknown = new Set(await enumValueLookupOf(caller).findUnknown(caller, enumCode, codes));
    for (const leaf of compared) {
      const wrong = leaf.codes.filter((code) => unknown.has(code)).slice(0, maxReported);
      const shown = wrong.map((code) => code.slice(0, maxReportedLength));
      if (shown.length > 0) fieldErrors[leaf.path] = [unknownCodeMessage(enumCode, shown)];
    }
  }
  if (Object.keys(fieldErrors).length === 0) return;
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}

function codedLeaves(node: Condition, fields: ConditionFields, path: string): CodedLeaf[] {
  if ('op' in node) return codedLeaf(node, fields, path);
  const { all = [], any = [], not } = node;
  return [
    ...all.flatMap((part, index) => codedLeaves(part, fields, `${path}.all.${index}`)),
    ...any.flatMap((part, index) => codedLeaves(part, fields, `${path}.any.${index}`)),
    ...(not ? codedLeaves(not, fields, `${path}.not`) : []),
  ];
}

function codedLeaf({ field, op, value }: ConditionLeaf, fields: ConditionFields, path: string): CodedLeaf[] {
  const enumCode = fields[field]?.enumCode;
  if (enumCode === undefined || !comparingOps.includes(op)) return [];
  const codes = [value].flat().filter((one) => typeof one === 'string');
  return codes.length > 0 ? [{ enumCode, path: `${path}.value`, codes }] : [];
}
