import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, invalidField } from '@wfp/shared';
import { dictionary } from '@zxcvbn-ts/language-common';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashes run on the thread pool that DNS and files share: two at once, a bounded queue behind them. */
const mostAtOnce = 2;
const mostWaiting = 100;
let running = 0;
const waiting: (() => void)[] = [];

async function withTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) {
      throw new AppError('rate_limited', 'Too many sign-ins at once; try again shortly', {
        headers: { 'Retry-After': '2' },
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function derive(password: string, nonce: Buffer, parameters: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message: password.normalize('NFKC'), nonce, ...parameters }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password with argon2id; the answer is a PHC string that holds its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const key = await withTurn(() => derive(password, nonce, cost));
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(key)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash nobody knows the password of: checking against it takes as long as against a real one. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`;

/**
 * Whether the password is the one behind the hash. Without a hash the answer is false and takes just
 * as long, so that nobody learns which accounts exist.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', key = ''] = (hash ?? nobody).match(phc) ?? [];
  const expected = Buffer.from(key, 'base64');
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const actual = await withTurn(() => derive(password, Buffer.from(nonce, 'base64'), parameters));
  return timingSafeEqual(actual, expected) && hash != null;
}

const common = new Set(dictionary['passwords-common']);

/**
 * Refuses a password that anybody would try first.
 *
 * @throws AppError `invalid` on `field`
 */
export function refuseCommonPassword(password: string, field = 'password'): void {
  const plain = password.toLowerCase();
  if (common.has(plain) || new Set(plain).size < 5) {
    throw invalidField(field, 'Is too easy to guess; choose a longer or less common one');
  }
}
