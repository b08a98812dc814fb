import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { operators } from '@wfp/shared/config';
import { hashPassword } from './board/passwords.ts';

// Prints an entry for OPERATORS: `node apps/worker/src/make-operator.ts ada operator`. Reads the password from standard
// input if that is a pipe; otherwise generates one and prints it to standard error.

const minPasswordLength = 12;
const [name = '', role = 'viewer'] = process.argv.slice(2);
const piped = process.stdin.isTTY ? '' : (await text(process.stdin)).trim();
const password = piped || randomBytes(18).toString('base64url');
if (password.length < minPasswordLength) {
  process.stderr.write(`The password must have at least ${minPasswordLength} characters\n`);
  process.exit(1);
}
const entry = `${name}:${role}:${await hashPassword(password)}`;
if (!operators.safeParse(entry).success) {
  process.stderr.write(
    'Usage: make-operator.ts <name> <operator|viewer>; name: 1 to 50 characters of a-z, 0-9, ., _ and -\n',
  );
  process.exit(1);
}
if (!piped) process.stderr.write(`Password of ${name} (shown only once): ${password}\n`);
process.stdout.write(`${entry}\n`);
