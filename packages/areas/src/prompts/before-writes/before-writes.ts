import type { Caller, Proposal, Review, Reviewer } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { type Evaluation, evaluateFound, notEvaluated } from '../evaluation/evaluate.ts';
import { type AskedBefore, findAskedBefore, saveVerdict, type Verdict } from './before-writes.store.ts';
import { proposedTask } from './proposed-task.ts';
import { refusalIn } from './verdict.ts';

/** Maximum delay of a write. */
const maxDelayMs = 5_000;
const askedAtOnce = 8;

/** Asks the templates of a phase about tasks that are about to be written. */
export const beforeWrites: Reviewer = {
  hooks: ['task.pre_create', 'task.pre_update'],
  review: async (caller, hook, proposals) => {
    const deadline = AbortSignal.timeout(maxDelayMs);
    const templates = await findAskedBefore(caller, hook);
    if (templates.length === 0) return undefined;
    const questions = proposals.flatMap((proposal) => templates.map((asked) => ({ proposal, asked })));
    const verdicts = await inParts(questions, ({ proposal, asked }) =>
      ask(caller, hook, proposal, asked, deadline),
    );
    return outcome(caller, proposals, verdicts.flat());
  },
};

/** A verdict with its proposal. */
type VerdictFor = Verdict & { proposal: Proposal };

async function ask(
  caller: Caller,
  hook: string,
  proposal: Proposal,
  asked: AskedBefore,
  deadline: AbortSignal,
): Promise<VerdictFor[]> {
  const evaluation = await withinTime(() => evaluateDraft(caller, proposal, asked, deadline), deadline);
  if (evaluation === null || evaluation.status === 'skipped') return [];
  return [{ asked, hook, record_id: proposal.record_id, evaluation, proposal }];
}

async function evaluateDraft(
  caller: Caller,
  proposal: Proposal,
  { template }: AskedBefore,
  signal: AbortSignal,
): Promise<Evaluation | null> {
  const found = await proposedTask(caller, proposal);
  // A write that the caller may not make is refused later, without asking a provider.
  if (!found) return null;
  const of = { resource: 'prompt_template', record_id: template.id };
  return evaluateFound(caller, { template, of, signal }, found);
}

/** Stops waiting at the deadline; after it nothing is started. */
async function withinTime(
  evaluate: () => Promise<Evaluation | null>,
  deadline: AbortSignal,
): Promise<Evaluation | null> {
  const late = {
    ...notEvaluated,
    status: 'failed' as const,
    error: `Not answered within ${maxDelayMs / 1000} s`,
  };
  if (deadline.aborted) return late;
  const { promise, resolve } = Promise.withResolvers<Evaluation>();
  const end = () => resolve(late);
  deadline.addEventListener('abort', end, { once: true });
  const evaluating = evaluate();
  try {
    return await Promise.race([evaluating, promise]);
  } finally {
    deadline.removeEventListener('abort', end);
    evaluating.catch(() => undefined);
  }
}

/** Rejects the write after storing the verdicts, or returns what to store with it. */
async function outcome(
  caller: Caller,
  proposals: readonly Proposal[],
  verdicts: readonly VerdictFor[],
): Promise<Review | undefined> {
  if (verdicts.length === 0) return undefined;
  const refusal = refusalIn(verdicts, proposals.length > 1);
  if (!refusal) {
    return {
      keep: async (tx, record_ids) => {
        for (const one of verdicts) {
          const record_id = one.record_id ?? record_ids[proposals.indexOf(one.proposal)] ?? null;
          await saveVerdict(tx, caller, { ...one, record_id });
        }
      },
    };
  }
  await writeInTransaction(caller, async (tx) => {
    for (const one of verdicts) await saveVerdict(tx, caller, one);
  });
  throw refusal;
}

async function inParts<One, Made>(all: readonly One[], make: (one: One) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < all.length; at += askedAtOnce)
    made.push(...(await Promise.all(all.slice(at, at + askedAtOnce).map(make))));
  return made;
}
