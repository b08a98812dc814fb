import type { Caller, Proposal, Review, Reviewer } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { type Judgement, judgeFound, unasked } from '../evaluation/judge.ts';
import { type AskedBefore, findAskedBefore, keepSaid, type Said } from './before-writes.store.ts';
import { proposedTask } from './proposed-task.ts';
import { refusalIn } from './verdict.ts';

/** Nobody waits longer for a write to be judged. */
const longestMs = 5_000;
const askedAtOnce = 8;

/** Asks the templates of a phase about tasks that are about to be written. */
export const beforeWrites: Reviewer = {
  hooks: ['task.pre_create', 'task.pre_update'],
  review: async (caller, hook, proposals) => {
    const deadline = AbortSignal.timeout(longestMs);
    const templates = await findAskedBefore(caller, hook);
    if (templates.length === 0) return undefined;
    const questions = proposals.flatMap((proposal) => templates.map((asked) => ({ proposal, asked })));
    const said = await inParts(questions, ({ proposal, asked }) =>
      ask(caller, hook, proposal, asked, deadline),
    );
    return outcome(caller, proposals, said.flat());
  },
};

/** What was said of which proposal. */
type SaidOf = Said & { proposal: Proposal };

async function ask(
  caller: Caller,
  hook: string,
  proposal: Proposal,
  asked: AskedBefore,
  deadline: AbortSignal,
): Promise<SaidOf[]> {
  const judgement = await withinTime(() => judged(caller, proposal, asked, deadline), deadline);
  if (judgement === null || judgement.status === 'skipped') return [];
  return [{ asked, hook, record_id: proposal.record_id, judgement, proposal }];
}

async function judged(
  caller: Caller,
  proposal: Proposal,
  { template }: AskedBefore,
  signal: AbortSignal,
): Promise<Judgement | null> {
  const found = await proposedTask(caller, proposal);
  // What the caller may not write anyway is nobody's business here: the write refuses it.
  if (!found) return null;
  const of = { resource: 'prompt_template', record_id: template.id };
  return judgeFound(caller, { template, of, signal }, found);
}

/** Whatever takes its time, the write does not wait for it; what has not begun by then does not begin. */
async function withinTime(
  judge: () => Promise<Judgement | null>,
  deadline: AbortSignal,
): Promise<Judgement | null> {
  const late = { ...unasked, status: 'failed' as const, error: `Not answered within ${longestMs / 1000} s` };
  if (deadline.aborted) return late;
  const { promise, resolve } = Promise.withResolvers<Judgement>();
  const end = () => resolve(late);
  deadline.addEventListener('abort', end, { once: true });
  const judging = judge();
  try {
    return await Promise.race([judging, promise]);
  } finally {
    deadline.removeEventListener('abort', end);
    judging.catch(() => undefined);
  }
}

/** Refuses, having kept why; or says what is to be kept with the write. */
async function outcome(
  caller: Caller,
  proposals: readonly Proposal[],
  said: readonly SaidOf[],
): Promise<Review | undefined> {
  if (said.length === 0) return undefined;
  const refusal = refusalIn(said, proposals.length > 1);
  if (!refusal) {
    return {
      keep: async (tx, record_ids) => {
        for (const one of said) {
          const record_id = record_ids[proposals.indexOf(one.proposal)] ?? one.record_id;
          await keepSaid(tx, caller, { ...one, record_id });
        }
      },
    };
  }
  await writeInTransaction(caller, async (tx) => {
    for (const one of said) await keepSaid(tx, caller, one);
  });
  throw refusal;
}

async function inParts<One, Made>(all: readonly One[], make: (one: One) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < all.length; at += askedAtOnce)
    made.push(...(await Promise.all(all.slice(at, at + askedAtOnce).map(make))));
  return made;
}
