import type { Caller } from '../caller.ts';
import { forbidden } from '../errors.ts';

/**
 * Rejects API keys where a signed-in user is required, such as for creating keys and grants.
 *
 * @param act the end of "An API key cannot …"
 * @throws AppError `forbidden`
 */
export function requireSession(caller: Caller, act: string): void {
  if (caller.credential.kind !== 'api_key') return;
  throw forbidden('session', `An API key cannot ${act}; sign in to do it`);
}
