import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { exitWithUsage, readArguments } from '@wfp/shared/arguments';
import { isOperatorAccount } from '@wfp/shared/config';
import { hashPassword } from './board/passwords.ts';

// Prints an entry for OPERATORS: `node apps/worker/src/make-operator.ts ada operator`. Reads the password from standard
// input if that is a pipe; otherwise generates one and prints it to standard error.

const usage = `Usage: node apps/worker/src/make-operator.ts <name> [operator|viewer]
Prints an entry for OPERATORS, by default of a viewer. The name has 1 to 50 characters of a-z, 0-9, ., _ and -, and does not
begin with -. The password is read from standard input if that is a pipe; otherwise one is generated and printed.`;
const { positionals } = readArguments({ usage, allowPositionals: true });
const [name = '', role = 'viewer'] = positionals;
if (positionals.length > 2 || !isOperatorAccount(name, role)) exitWithUsage(usage, 'Invalid name or role');

const minPasswordLength = 12;
const piped = process.stdin.isTTY ? '' : (await text(process.stdin)).trim();
const password = piped || randomBytes(18).toString('base64url');
if (password.length < minPasswordLength) {
  process.stderr.write(`The password must have at least ${minPasswordLength} characters\n`);
  process.exit(1);
}
const entry = `${name}:${role}:${await hashPassword(password)}`;
if (!piped) process.stderr.write(`Password of ${name} (shown only once): ${password}\n`);
process.stdout.write(`${entry}\n`);
