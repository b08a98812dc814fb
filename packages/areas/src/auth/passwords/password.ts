import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  AppError,
  type Caller,
  invalidField,
  type Origin,
  type PasswordCost,
  type Platform,
} from '@wfp/shared';
import { dictionary } from '@zxcvbn-ts/language-common';
import { clientNetwork } from '../credentials/networks.ts';
import { FairQueue } from './fair-queue.ts';

interface Argon2Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** Hashes are computed in the thread pool of libuv, which has few threads and also serves DNS lookups and files. */
const maxConcurrentHashes = 2;
/** Of one organization or network, of which one hash is computed at a time. */
const maxQueuedHashes = 20;
const maxQueuedInAll = 1_000;

const queue = new FairQueue({
  maxRunning: maxConcurrentHashes,
  maxWaiting: maxQueuedHashes,
  maxWaitingInAll: maxQueuedInAll,
  rejection: () =>
    new AppError(
      'rate_limited',
      'Too many passwords of your organization or network are being checked; try again shortly',
      { headers: { 'Retry-After': '2' } },
    ),
});

/** The organization of an authenticated caller, or the network of a public request. */
type HashGroup = Pick<Caller, 'org_id' | 'is_unverified'> | { origin: Origin };

/** The prefix of an IPv6 network: one client may have all networks of 64 bits in it. */
const ipv6Bits = 48;

function groupKey(group: HashGroup): string {
  if (!('org_id' in group)) return clientNetwork(group.origin, ipv6Bits);
  // Unverified organizations are free to create, so all of them are one group.
  return group.is_unverified ? 'unverified' : `organization/${group.org_id}`;
}

// Tests replace the function of the module, so it is looked up for each hash.
const derive = (password: string, nonce: Buffer, parameters: Argon2Parameters): Promise<Buffer> =>
  promisify(argon2)('argon2id', { message: password.normalize('NFKC'), nonce, ...parameters });

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password with argon2id; returns a PHC string with the parameters. */
export async function hashPassword(
  { passwordCost }: Platform,
  password: string,
  group: HashGroup,
): Promise<string> {
  const nonce = randomBytes(16);
  const { memoryKib, passes } = passwordCost;
  const parameters = { memory: memoryKib, passes, parallelism: 1, tagLength: 32 };
  const key = await queue.run(groupKey(group), () => derive(password, nonce, parameters));
  return toPhcString(passwordCost, nonce, key);
}

const toPhcString = ({ memoryKib, passes }: PasswordCost, nonce: Buffer, key: Buffer) =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${unpadded(nonce)}$${unpadded(key)}`;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash without a known password. Verifying against it takes as long as against a real one. */
const decoyHash = (cost: PasswordCost) => toPhcString(cost, Buffer.alloc(16), Buffer.alloc(32));

/**
 * Compares a password with a hash. Without a hash it returns false after the same time, so that the time does not
 * reveal which accounts exist.
 */
export async function verifyPassword(
  { passwordCost }: Platform,
  password: string,
  hash: string | null | undefined,
  group: HashGroup,
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', key = ''] =
    (hash ?? decoyHash(passwordCost)).match(phc) ?? [];
  const expected = Buffer.from(key, 'base64');
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const actual = await queue.run(groupKey(group), () =>
    derive(password, Buffer.from(nonce, 'base64'), parameters),
  );
  return timingSafeEqual(actual, expected) && hash != null;
}

const common = new Set(dictionary['passwords-common']);

/**
 * Rejects common passwords, and those with fewer than five different characters.
 *
 * @throws AppError `invalid` on `field`
 */
export function rejectCommonPassword(password: string, field = 'password'): void {
  const plain = password.toLowerCase();
  if (common.has(plain) || new Set(plain).size < 5) {
    throw invalidField(field, 'Is too common; choose a longer or less common password');
  }
}
