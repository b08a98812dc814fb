import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { operators } from '@wfp/shared/config';
import { hashPassword } from './board/passwords.ts';

// Prints an entry for OPERATORS: `node apps/worker/src/make-operator.ts ada operator`. The password is read from what
// is piped in; with nothing piped in, one is made up and printed as well.

const minPasswordLength = 12;
const [name = '', role = 'viewer'] = process.argv.slice(2);
const piped = process.stdin.isTTY ? '' : (await text(process.stdin)).trim();
const password = piped || randomBytes(18).toString('base64url');
if (password.length < minPasswordLength) {
  process.stderr.write(`The password needs at least ${minPasswordLength} characters\n`);
  process.exit(1);
}
const entry = `${name}:${role}:${await hashPassword(password)}`;
if (!operators.safeParse(entry).success) {
  process.stderr.write('Give a name in small letters and a role: ada operator, or ada viewer\n');
  process.exit(1);
}
if (!piped) process.stderr.write(`Password of ${name}, shown once: ${password}\n`);
process.stdout.write(`${entry}\n`);
