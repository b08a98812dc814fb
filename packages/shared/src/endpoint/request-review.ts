import type { Caller } from '../caller.ts';
import { areasOf } from './areas-of.ts';
import type { Review, ReviewedWrite } from './review.ts';

/**
 * Requests a review by the organization's pre-write hooks. Usually there are none: `pre_hooks` of the caller shows this
 * without a query.
 *
 * @throws AppError `invalid` if the write is rejected
 */
export async function requestReview<Input>(
  caller: Caller,
  { hook, proposals }: ReviewedWrite<Input>,
  input: Input,
): Promise<Review | undefined> {
  if (!caller.pre_hooks.includes(hook)) return undefined;
  const reviewer = areasOf(caller.platform)
    .flatMap(({ reviewers = [] }) => reviewers)
    .find(({ hooks }) => hooks.includes(hook));
  if (!reviewer) return undefined;
  const proposed = await proposals(input);
  return proposed.length > 0 ? reviewer.review(caller, hook, proposed) : undefined;
}
