import type { IncomingMessage } from 'node:http';
import { type Platform, recordOperatorAction, recordSignInAttempt } from '@wfp/shared';
import type { Operator } from '@wfp/shared/config';
import { verifyPassword } from './passwords.ts';

const maxBodyBytes = 4_096;

export type SignInResult = { operator: Operator } | { rejected: 'invalid' | 'rate_limited' | 'too_large' };

/** Verifies sign-ins one at a time: each costs a fifth of a second of CPU time. */
export class SignInQueue {
  readonly #platform: Platform;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Verifies name and password. Unknown names take as long as wrong passwords. */
  async signIn(req: IncomingMessage): Promise<SignInResult> {
    const body = await readBody(req);
    if (body === null) return { rejected: 'too_large' };
    const form = new URLSearchParams(body);
    const turn = this.#busy.then(() => this.#verify(form, req.socket.remoteAddress ?? null));
    this.#busy = turn.catch(() => undefined);
    return turn;
  }

  async #verify(form: URLSearchParams, ip: string | null): Promise<SignInResult> {
    const { config } = this.#platform;
    const known = config.OPERATORS.find(({ name }) => name === form.get('name'));
    const operator = known?.name ?? null;
    if (!(await recordSignInAttempt(this.#platform, { operator, ip }))) {
      this.#platform.log.warn({ operator, ip }, 'Too many operator sign-in attempts');
      return { rejected: 'rate_limited' };
    }
    const isValid = await verifyPassword(form.get('password') ?? '', known?.hash);
    const outcome = isValid ? 'done' : 'refused';
    await recordOperatorAction(this.#platform, { operator, action: 'sign in', outcome, ip });
    this.#platform.log[isValid ? 'info' : 'warn']({ operator, ip, outcome }, 'Operator sign-in');
    return isValid && known ? { operator: known } : { rejected: 'invalid' };
  }
}

/** Reads the body of a form; null if it is too large. Keeps the connection, on which the response follows. */
async function readBody(req: IncomingMessage): Promise<string | null> {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
