import { setImmediate } from 'node:timers/promises';
import type { Caller, Proposal, Review, Reviewer } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import type { LoadedContext } from '../context/context.ts';
import { evaluateContext } from '../evaluation/evaluate.ts';
import { type Evaluation, notEvaluated } from '../evaluation/evaluation.ts';
import { loadTemplate } from '../templates/cache/runnable-templates.store.ts';
import { preWriteHooks } from '../templates/templates.contract.ts';
import {
  findReviewTemplates,
  type ReviewTemplate,
  saveVerdict,
  type Verdict,
} from './before-writes.store.ts';
import { loadProposedContext } from './proposed-task.ts';
import { findRejection } from './verdict.ts';

const maxDelayMs = 5_000;
const maxConcurrentCalls = 8;

/** Evaluates pre-write templates on tasks that are about to be created, changed or deleted. */
export const promptReviewer: Reviewer = {
  hooks: preWriteHooks,
  emits: ['prompt_run.completed'],
  review: async (caller, hook, proposals) => {
    const deadline = AbortSignal.timeout(maxDelayMs);
    const templates = await findReviewTemplates(caller, hook);
    if (templates.length === 0) return undefined;
    const contexts = new ProposedContexts(caller, hook);
    const pairs = proposals.flatMap((proposal) => templates.map((reviewer) => ({ proposal, reviewer })));
    const verdicts = await mapInBatches(pairs, ({ proposal, reviewer }) =>
      reviewProposal({ caller, hook, contexts, deadline }, proposal, reviewer),
    );
    return applyVerdicts(caller, proposals, verdicts.flat());
  },
};

type ProposalVerdict = Verdict & { proposal: Proposal };

interface ReviewCall {
  caller: Caller;
  hook: string;
  contexts: ProposedContexts;
  deadline: AbortSignal;
}

/** The contexts of proposals, each loaded once for all templates. */
class ProposedContexts {
  readonly #load: (proposal: Proposal) => Promise<LoadedContext | undefined>;
  readonly #loaded = new Map<Proposal, Promise<LoadedContext | undefined>>();

  constructor(caller: Caller, hook: string) {
    const permission = hook === 'task.pre_archive' ? 'task:archive' : 'task:update';
    this.#load = (proposal) => loadProposedContext(caller, proposal, permission);
  }

  /** Returns the context; undefined without the permission on the record. Keeps those of the latest proposals. */
  get(proposal: Proposal): Promise<LoadedContext | undefined> {
    const loaded = this.#loaded.get(proposal) ?? this.#load(proposal);
    this.#loaded.set(proposal, loaded);
    const [oldest] = this.#loaded.keys();
    if (oldest && this.#loaded.size > maxConcurrentCalls) this.#loaded.delete(oldest);
    return loaded;
  }
}

async function reviewProposal(
  call: ReviewCall,
  proposal: Proposal,
  reviewer: ReviewTemplate,
): Promise<ProposalVerdict[]> {
  const { hook, deadline } = call;
  const evaluation = await withDeadline(() => evaluateProposal(call, proposal, reviewer), deadline);
  if (evaluation === null || evaluation.status === 'skipped') return [];
  return [{ reviewer, hook, record_id: proposal.record_id, evaluation, proposal }];
}

async function evaluateProposal(
  { caller, contexts, deadline: signal }: ReviewCall,
  proposal: Proposal,
  reviewer: ReviewTemplate,
): Promise<Evaluation | null> {
  const context = await contexts.get(proposal);
  // A write that the caller may not make is rejected later, without a call to a provider.
  if (!context) return null;
  const template = await loadTemplate(caller, reviewer, signal);
  // It was deleted in the meantime.
  if (!template) return null;
  const subject = { resource: 'prompt_template', record_id: template.id };
  return evaluateContext(caller, { template, subject, signal }, context);
}

/** Returns a failed evaluation at the deadline. Starts nothing after it. */
async function withDeadline(
  evaluate: () => Promise<Evaluation | null>,
  deadline: AbortSignal,
): Promise<Evaluation | null> {
  const timedOut = {
    ...notEvaluated,
    status: 'failed' as const,
    error: `No response within ${maxDelayMs / 1000} s`,
  };
  if (deadline.aborted) return timedOut;
  const { promise, resolve } = Promise.withResolvers<Evaluation>();
  const end = () => resolve(timedOut);
  deadline.addEventListener('abort', end, { once: true });
  const evaluating = evaluate();
  try {
    return await Promise.race([evaluating, promise]);
  } finally {
    deadline.removeEventListener('abort', end);
    evaluating.catch(() => undefined);
  }
}

/**
 * Returns a review that stores the verdicts with the write; undefined if there are none.
 *
 * @throws AppError `invalid` if a verdict rejects the write; the verdicts are stored first
 */
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
  const results: Made[] = [];
  for (let at = 0; at < all.length; at += maxConcurrentCalls) {
    results.push(...(await Promise.all(all.slice(at, at + maxConcurrentCalls).map(make))));
    // Without calls of a provider nothing is awaited: other requests and the deadline run in between.
    await setImmediate();
  }
  return results;
}
