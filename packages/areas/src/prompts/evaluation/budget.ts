import type { Caller } from '@wfp/shared';
import { readSettings } from '../../organizations/index.ts';
import type { Provider } from '../prompt.ts';
import { maxOutputTokens } from '../providers/model-provider.ts';
import { isExternal } from '../providers/providers.ts';
import type { RunnableTemplate } from '../templates/cache/runnable-template.ts';
import { type Budget, type BudgetReservation, isUsedUp, reserveTokens } from './budget.lane.store.ts';
import { type Evaluation, notEvaluated } from './evaluation.ts';

/** Lower bound of the bytes per token, so that the reservation is an upper bound. */
const minBytesPerToken = 3;

/** The budget for the calls of a run. */
export interface RunBudget {
  limits: Budget;
  isUsedUp: boolean;
}

/** Reads the budget of an organization; null for the rules, which cost nothing. */
export async function readBudget(caller: Caller, provider: Provider): Promise<RunBudget | null> {
  if (!isExternal(provider)) return null;
  const limits = await readSettings(caller, 'prompts');
  return { limits, isUsedUp: await isUsedUp(caller.platform, caller.org_id, limits) };
}

/** @returns the reservation, or a refused evaluation if no budget is left */
export async function reserveBudget(
  { platform, org_id }: Caller,
  { settings }: RunnableTemplate,
  { limits }: RunBudget,
  promptBytes: number,
): Promise<BudgetReservation | Evaluation> {
  const outputLimit = Math.min(settings.max_output_tokens ?? maxOutputTokens, maxOutputTokens);
  const maxTokens = Math.ceil(promptBytes / minBytesPerToken) + outputLimit;
  const reservation = await reserveTokens(platform, org_id, limits, maxTokens);
  return typeof reservation === 'object' ? reservation : refusal(limits, reservation === 'reserved');
}

export function refusal({ runs_per_day, tokens_per_day }: Budget, isBudgetReserved: boolean): Evaluation {
  const why = isBudgetReserved ? 'is reserved by runs in progress' : 'is used up';
  const error = `The daily budget ${why}: ${runs_per_day} runs, ${tokens_per_day} tokens`;
  return { ...notEvaluated, status: 'refused', isBudgetReserved, error };
}
