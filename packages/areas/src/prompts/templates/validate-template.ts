import { asCondition, type Caller, invalidField, rejectUnknownConditionCodes } from '@wfp/shared';
import { findSchemaErrorFor } from '../evaluation/compiling/compilations.ts';
import { findLimitError } from '../evaluation/output.ts';
import type { JsonObject } from '../prompt.ts';
import { taskFields } from './task-condition.ts';
import type { Values } from './templates.contract.ts';
import { findOutputSchema } from './templates.store.ts';

/**
 * Validates the values that were sent, before the transaction: compiling a schema in it would hold its locks. The
 * compiled schema is cached for the checks in the transaction.
 *
 * @throws AppError `invalid`, or `rate_limited` after too many compilations
 */
export async function validateTemplate({
  caller,
  id,
  values,
}: {
  caller: Caller;
  id: number | null;
  values: Values;
}): Promise<void> {
  const { condition, output_schema, settings } = values;
  if (condition) await rejectUnknownConditionCodes(caller, taskFields, asCondition(condition), 'condition');
  const sent = output_schema as JsonObject | undefined;
  // A schema beyond the limits is not compiled. It is rejected when it is compared with the stored one.
  const error = sent && !findLimitError(sent) ? await findSchemaErrorFor(caller, sent) : null;
  if (error) throw invalidField('output_schema', error);
  if (sent || !settings?.output || id === null) return;
  const stored = await findOutputSchema(caller, id);
  if (stored) await findSchemaErrorFor(caller, stored);
}
