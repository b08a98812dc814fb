import { AppError, type InvalidDetails, type Proposal } from '@wfp/shared';
import type { Json } from '../prompt.ts';
import type { Verdict } from './before-writes.store.ts';

type ProposalVerdict = Verdict & { proposal: Proposal };

const maxMessages = 20;
const maxMessageLength = 500;

export function findRejection(verdicts: readonly ProposalVerdict[], isBulk: boolean): AppError | null {
  const details: InvalidDetails = { fieldErrors: {}, formErrors: [] };
  const add = (one: ProposalVerdict, field: string | null, text: string) => {
    const message = text.slice(0, maxMessageLength);
    if (isBulk) details.formErrors.push(`Task ${one.record_id}: ${message}`);
    else if (field === null || !Object.hasOwn(one.proposal.change, field)) details.formErrors.push(message);
    else details.fieldErrors[field] = [...(details.fieldErrors[field] ?? []), message];
  };
  for (const one of verdicts) {
    const { reviewer, evaluation } = one;
    if (evaluation.status !== 'succeeded') {
      if (reviewer.on_error === 'reject')
        add(one, null, `The prompt template "${reviewer.name}" returned no verdict`);
    } else if (isRejected(evaluation.output)) {
      const messages = parseMessages(evaluation.output);
      if (messages.length === 0) add(one, null, `Rejected by the prompt template "${reviewer.name}"`);
      for (const { field, message } of messages) add(one, field, message);
    }
  }
  const hasErrors = details.formErrors.length > 0 || Object.keys(details.fieldErrors).length > 0;
  return hasErrors ? new AppError('invalid', 'Validation failed', { details }) : null;
}

const isRejected = (output: Json) => isObject(output) && output.verdict === 'reject';

function parseMessages(output: Json): { field: string | null; message: string }[] {
  const messages = isObject(output) && Array.isArray(output.messages) ? output.messages : [];
  return messages.slice(0, maxMessages).flatMap((one) => {
    if (typeof one === 'string' && one.trim()) return [{ field: null, message: one }];
    if (!isObject(one) || typeof one.message !== 'string' || !one.message.trim()) return [];
    return [{ field: typeof one.field === 'string' ? one.field : null, message: one.message }];
  });
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
