import type { Caller } from '../caller.ts';
import { AppError } from '../errors.ts';

/**
 * Refuses API keys where only a person who signed in may act: making keys and grants, second factors.
 *
 * @param act what was about to be done, as the end of "An API key cannot …"
 * @throws AppError `forbidden`
 */
export function requireSession(caller: Caller, act: string): void {
  if (caller.credential.kind !== 'api_key') return;
  throw new AppError('forbidden', `An API key cannot ${act}; sign in to do it`);
}
