import { randomBytes } from 'node:crypto';
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
const maxPasswordLength = 1_000;

/** Returns the text of standard input; undefined if it is longer than any password. */
async function readPiped(): Promise<string | undefined> {
  let piped = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    piped += chunk;
    if (piped.length > 2 * maxPasswordLength) return undefined;
  }
  return piped.trim();
}

const piped = process.stdin.isTTY ? '' : await readPiped();
const password = piped || randomBytes(18).toString('base64url');
if (piped === undefined || password.length < minPasswordLength || password.length > maxPasswordLength)
  exitWithUsage(usage, `The password must have ${minPasswordLength} to ${maxPasswordLength} characters`);
if (/\p{Cc}/u.test(password))
  exitWithUsage(usage, 'The password must be one line, without control characters');
const entry = `${name}:${role}:${await hashPassword(password)}`;
if (!piped) process.stderr.write(`Password of ${name} (shown only once): ${password}\n`);
process.stdout.write(`${entry}\n`);
