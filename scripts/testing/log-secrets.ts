import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const kinds: Record<string, RegExp> = {
  'access token': /\beyJ[\w-]{8,}\.[\w-]{8,}/,
  'API key': /\bwfp_[0-9a-f]{64}\b/,
  'stream ticket': /\bticket_[\w-]{43}(?![\w-])/,
  'webhook secret': /\bwhsec_[A-Za-z0-9+/]{16,}/,
  'password of the tests': /a perfectly fine password/,
  'second factor': /\botpauth:|(?<![A-Za-z0-9])(?=[A-Z]*[2-7])[A-Z2-7]{32,}(?![A-Za-z0-9])/,
  // Refresh tokens and tokens in mails: 32 random bytes in base64url. Tokens of this kind are not delimited by dots.
  'opaque token': /(?<![\w.-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/,
  'authorization header': /\bBearer\s+[\w.~+/-]{8,}/i,
  'password hash': /\$argon2(?:id|i|d)\$/,
  'address with a password': /\b(?:postgres(?:ql)?|rediss?|smtps?|https?):\/\/[^\s:@/"]*:[^\s@/"]+@/,
};

export function findSecrets(line: string): string[] {
  return Object.entries(kinds)
    .filter(([, pattern]) => pattern.test(line))
    .map(([kind]) => kind);
}

/** Shortens everything that may be a value: the report must not contain the secret. */
function redactLine(line: string): string {
  return line.replace(/[\w+/=-]{16,}/g, (word) => `${word.slice(0, 8)}…`).slice(0, 400);
}

/** Returns a line for each secret in the files of a folder. */
export async function findSecretsInLogs(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    for await (const line of createInterface({ input: createReadStream(path.join(folder, name)) })) {
      for (const kind of findSecrets(line)) found.push(`${name}: ${kind}: ${redactLine(line)}`);
    }
  }
  return found;
}
