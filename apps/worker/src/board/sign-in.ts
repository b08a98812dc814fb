import type { IncomingMessage } from 'node:http';
import { type Platform, recordOperatorAction, recordSignInAttempt } from '@wfp/shared';
import type { Operator } from '@wfp/shared/config';
import { verifyPassword } from './passwords.ts';

const maxBodyBytes = 4_096;

/** What came of a try to sign in. */
export type SignInResult = { operator: Operator } | { refused: 'wrong' | 'too often' };

/** Signs operators in, one at a time: each try costs a fifth of a second of a processor. */
export class SignInQueue {
  readonly #platform: Platform;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Whether name and password are somebody's. Whoever has neither waits as long as who has one. */
  async signIn(req: IncomingMessage): Promise<SignInResult> {
    const form = new URLSearchParams(await readBody(req));
    const turn = this.#busy.then(() => this.#judge(form, req.socket.remoteAddress ?? null));
    this.#busy = turn.catch(() => undefined);
    return turn;
  }

  async #judge(form: URLSearchParams, ip: string | null): Promise<SignInResult> {
    const { config } = this.#platform;
    const known = config.OPERATORS.find(({ name }) => name === form.get('name'));
    const operator = known?.name ?? null;
    if (!(await recordSignInAttempt(this.#platform, { operator, ip }))) {
      this.#platform.log.warn({ operator, ip }, 'Somebody tries to sign in as an operator too often');
      return { refused: 'too often' };
    }
    const isRight = await verifyPassword(form.get('password') ?? '', known?.hash);
    const outcome = isRight ? 'done' : 'refused';
    await recordOperatorAction(this.#platform, { operator, action: 'sign in', outcome, ip });
    this.#platform.log[isRight ? 'info' : 'warn']({ operator, ip, outcome }, 'An operator signs in');
    return isRight && known ? { operator: known } : { refused: 'wrong' };
  }
}

async function readBody(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) {
    text += String(chunk);
    if (text.length > maxBodyBytes) break;
  }
  return text.slice(0, maxBodyBytes);
}
