import type { Caller } from '../caller.ts';
import type { AcceptedReview } from './accepted-review.ts';
import { areasOf } from './areas-of.ts';
import type { ReviewedWrite } from './review.ts';

/**
 * Requests a review by the organization's pre-write hooks. Usually there are none: `pre_hooks` of the caller shows this
 * without a query.
 *
 * @returns the caller with the verdicts, which the request's write stores
 * @throws AppError `invalid` if the write is rejected
 */
export async function requestReview<Input>(
  caller: Caller,
  { hook, proposals }: ReviewedWrite<Input>,
  input: Input,
): Promise<Caller> {
  if (!caller.pre_hooks.includes(hook)) return caller;
  const reviewer = areasOf(caller.platform)
    .flatMap(({ reviewers = [] }) => reviewers)
    .find(({ hooks }) => hooks.includes(hook));
  if (!reviewer) return caller;
  const proposed = await proposals(input);
  const review = proposed.length > 0 ? await reviewer.review(caller, hook, proposed) : undefined;
  if (!review) return caller;
  const accepted: AcceptedReview = { hook, review, isSaved: false };
  return { ...caller, review: accepted };
}
