import type { Caller, Proposal, Review, Reviewer } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { type Evaluation, evaluateContext, notEvaluated } from '../evaluation/evaluate.ts';
import {
  findReviewTemplates,
  type ReviewTemplate,
  saveVerdict,
  type Verdict,
} from './before-writes.store.ts';
import { loadProposedContext } from './proposed-task.ts';
import { findRejection } from './verdict.ts';

/** Maximum delay of a write. */
const maxDelayMs = 5_000;
const maxConcurrentCalls = 8;

/** Asks the templates of a phase about tasks that are about to be written. */
export const promptReviewer: Reviewer = {
  hooks: ['task.pre_create', 'task.pre_update'],
  review: async (caller, hook, proposals) => {
    const deadline = AbortSignal.timeout(maxDelayMs);
    const templates = await findReviewTemplates(caller, hook);
    if (templates.length === 0) return undefined;
    const questions = proposals.flatMap((proposal) => templates.map((asked) => ({ proposal, asked })));
    const verdicts = await mapInBatches(questions, ({ proposal, asked }) =>
      reviewProposal(caller, hook, proposal, asked, deadline),
    );
    return applyVerdicts(caller, proposals, verdicts.flat());
  },
};

/** A verdict with its proposal. */
type ProposalVerdict = Verdict & { proposal: Proposal };

async function reviewProposal(
  caller: Caller,
  hook: string,
  proposal: Proposal,
  asked: ReviewTemplate,
  deadline: AbortSignal,
): Promise<ProposalVerdict[]> {
  const evaluation = await withDeadline(() => evaluateProposal(caller, proposal, asked, deadline), deadline);
  if (evaluation === null || evaluation.status === 'skipped') return [];
  return [{ reviewer: asked, hook, record_id: proposal.record_id, evaluation, proposal }];
}

async function evaluateProposal(
  caller: Caller,
  proposal: Proposal,
  { template }: ReviewTemplate,
  signal: AbortSignal,
): Promise<Evaluation | null> {
  const found = await loadProposedContext(caller, proposal);
  // A write that the caller may not make is refused later, without asking a provider.
  if (!found) return null;
  const of = { resource: 'prompt_template', record_id: template.id };
  return evaluateContext(caller, { template, of, signal }, found);
}

/** Stops waiting at the deadline; after it nothing is started. */
async function withDeadline(
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
async function applyVerdicts(
  caller: Caller,
  proposals: readonly Proposal[],
  verdicts: readonly ProposalVerdict[],
): Promise<Review | undefined> {
  if (verdicts.length === 0) return undefined;
  const rejection = findRejection(verdicts, proposals.length > 1);
  if (!rejection) {
    return {
      save: async (tx, record_ids) => {
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
  throw rejection;
}

async function mapInBatches<One, Made>(
  all: readonly One[],
  make: (one: One) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < all.length; at += maxConcurrentCalls)
    made.push(...(await Promise.all(all.slice(at, at + maxConcurrentCalls).map(make))));
  return made;
}
