import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { operators } from '@wfp/shared/config';
import { expect, it } from 'vitest';
import { verifyPassword } from './passwords.ts';

const password = 'correct horse battery';

it('verifies the password of an entry that make-operator.ts printed', async () => {
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
  'the configuration rejects the operator entry %s without repeating it',
  (entry) => {
    const { success, error } = operators.safeParse(entry);
    expect([success, error?.message.includes(entry)]).toEqual([false, false]);
  },
);
