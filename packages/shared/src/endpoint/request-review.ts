import type { Caller } from '../caller.ts';
import { areasOf } from './areas-of.ts';
import type { Review, ReviewedWrite } from './review.ts';

/**
 * Asks whoever the organization wants to be asked before such a write: usually nobody, which the caller knows.
 *
 * @throws AppError `invalid` when it must not be written
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
