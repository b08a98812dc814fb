import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { operators } from '@wfp/shared/config';
import { expect, it } from 'vitest';
import { verifyPassword } from './passwords.ts';

const password = 'correct horse battery';

it('takes what the command prints for an operator', async () => {
  const command = path.resolve(import.meta.dirname, '../make-operator.ts');
  const making = execFile(process.execPath, [command, 'eve', 'viewer']);
  making.stdin?.end(`${password}\n`);
  const entry = (await text(making.stdout as Readable)).trim();
  const [eve] = operators.parse(entry);
  expect(eve).toMatchObject({ name: 'eve', role: 'viewer' });
  expect([await verifyPassword(password, eve?.hash), await verifyPassword('wrong', eve?.hash)]).toEqual([
    true,
    false,
  ]);
});

it.each(['ada', 'ada:admin:x', 'ada:operator:plain', 'Ada:viewer:scrypt.1.1.1.x.y'])(
  'the configuration refuses %s as an operator, without repeating it',
  (entry) => {
    const { success, error } = operators.safeParse(entry);
    expect([success, error?.message.includes(entry)]).toEqual([false, false]);
  },
);
