import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findSecrets, findSecretsInLogs } from './log-secrets.ts';

const jwt = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"1"}').toString('base64url')}`;

const secrets: [kind: string, line: string][] = [
  ['access token', `{"url":"/api/events/stream?t=${jwt}.c2ln"}`],
  ['API key', `{"msg":"wfp_${randomBytes(32).toString('hex')} was used"}`],
  ['stream ticket', `{"url":"/x?q=ticket_${randomBytes(32).toString('base64url')}"}`],
  ['webhook secret', `{"secret":"whsec_${randomBytes(32).toString('base64')}"}`],
  ['password of the tests', '{"body":{"password":"a perfectly fine password"}}'],
  ['second factor', '{"uri":"otpauth://totp/x"}'],
  ['second factor', '{"seed":"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"}'],
  ['opaque token', '{"refresh_token":"Zm9vYmFyMTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY"}'],
  ['opaque token', '{"text":"confirm at /reset?t=Zm9vYmFyMTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY now"}'],
  ['authorization header', '{"headers":{"authorization":"Bearer abcdefgh"}}'],
  ['password hash', '{"row":"$argon2id$v=19$m=19456"}'],
  ['address with a password', '{"err":"cannot reach postgresql://app:hunter2@db/x"}'],
];

it.each(secrets)('finds an %s', (kind, line) => {
  expect(findSecrets(line)).toContain(kind);
});

it.each([
  '{"level":"info","time":"2026-11-21T08:00:00.000Z","pid":1,"name":"test","request_id":"4f9c7f0e-9a55-4ab1-8a52-2b1f6a3f1f7d","url":"/api/tasks/1?token=[redacted]","status":200}',
  `{"request_id":"${randomBytes(20).toString('hex')}","url":"/${'x'.repeat(43)}"}`,
  '{"error":"Missing token: send Authorization: Bearer <token>"}',
  '{"stack":"at packages/areas/src/webhooks/sender/attempt/retry-schedule.test.ts:12:3"}',
  '{"url":"http://localhost:3001/api/tasks"}',
])('accepts a line without a secret: %#', (line) => {
  expect(findSecrets(line)).toEqual([]);
});

it('reports file and kind of each secret, without repeating it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'log-secrets-'));
  try {
    const key = `wfp_${randomBytes(32).toString('hex')}`;
    await writeFile(path.join(folder, 'api.log'), `{"msg":"fine"}\n{"msg":"used ${key}"}\n`);
    await writeFile(path.join(folder, 'worker.log'), '{"msg":"fine"}\n');
    const found = await findSecretsInLogs(folder);
    expect(found).toEqual([expect.stringMatching(/^api\.log: API key: /)]);
    expect(found[0]).not.toContain(key);
  } finally {
    await rm(folder, { recursive: true });
  }
});
