import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger, loggableUrl } from './logger.ts';

it.each([
  ['/api/tasks', '/api/tasks'],
  ['https://name:pass@elsewhere.test/api/tasks', '[not a path]'],
  ['*', '[not a path]'],
  ['/api/tasks?limit=1', '/api/tasks?limit=1'],
  ['/x?token=abc&limit=1', '/x?token=[redacted]&limit=1'],
  ['/x?TOKEN=abc', '/x?TOKEN=[redacted]'],
  ['/x?%74oken=abc', '/x?token=[redacted]'],
  ['/x?a=1&token=abc&token=def', '/x?a=1&token=[redacted]&token=[redacted]'],
  ['/x?password=p&secret=s&key=k', '/x?password=[redacted]&secret=[redacted]&key=[redacted]'],
  [
    '/x?access_token=a&ticket=b&signature=c',
    '/x?access_token=[redacted]&ticket=[redacted]&signature=[redacted]',
  ],
  ['/x?api_key=a&apikey=b&privateKey=c', '/x?api_key=[redacted]&apikey=[redacted]&privateKey=[redacted]'],
  ['/x?accessToken=a&authorization=b', '/x?accessToken=[redacted]&authorization=[redacted]'],
  ['/x?jwt=a&otp=b&totp=c&sig=d', '/x?jwt=[redacted]&otp=[redacted]&totp=[redacted]&sig=[redacted]'],
  ['/x?a=1;token=abc', '/x?a=[redacted]'],
  ['/x?q=a=b&author=c&signal=d&passenger=e', '/x?q=a%3Db&author=c&signal=d&passenger=e'],
  ['/x?a=1%0Ab', '/x?a=1%0Ab'],
  ['/x?token[]=abc&token[0]=def', '/x?token%5B%5D=[redacted]&token%5B0%5D=[redacted]'],
  ['/x?My-Token=a&stream_ticket=b', '/x?My-Token=[redacted]&stream_ticket=[redacted]'],
  ['/x?code=1&category_code=general&tokenless=1', '/x?code=[redacted]&category_code=general&tokenless=1'],
  ['/x?eyJhbGciOiJIUzI1NiJ9.eyJvcmciOjF9.abc-_1', '/x?[redacted]='],
  ['/x/eyJhbGciOiJIUzI1NiJ9.eyJvcmciOjF9.abc-_1/y', '/x/[redacted]/y'],
  [`/x?q=wfp_${'0'.repeat(64)}`, '/x?q=[redacted]'],
  [`/x?q=ticket_${'aB3-_'.repeat(8)}aB3`, '/x?q=[redacted]'],
  [`/x&token=${'aB3-_'.repeat(8)}aB3`, '/x&token=[redacted]'],
  ['/x?q=123e4567-e89b-42d3-a456-426614174000', '/x?q=123e4567-e89b-42d3-a456-426614174000'],
  [
    `/x?a=1&b=${'x'.repeat(1_000)}&token=abc&c=${'wfp_0'.repeat(300)}`,
    `/x?a=1&b=${'x'.repeat(1_000)}&token=[redacted]&…`,
  ],
  [`/x?a=${'x'.repeat(2_000)}`, '/x?&…'],
  [`/x?${'a&'.repeat(7_000)}`, `/x?${'a=&'.repeat(1_000)}…`],
])('%s is logged as %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged);
});

it('redacts secrets by name', () => {
  let lines = '';
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines += chunk;
      done();
    },
  });
  const log = createLogger('test', 'info', destination);
  log.info({
    password: 'hunter2',
    body: { refresh_token: 'hunter2', new_password: 'hunter2', recovery_codes: ['hunter2'] },
    mail: { ticket: 'hunter2', otpauth_url: 'hunter2' },
    req: { headers: { authorization: 'hunter2' } },
  });
  log.debug('unheard');
  expect(lines).not.toContain('hunter2');
  expect(lines.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(lines)).toMatchObject({ level: 'info', name: 'test', password: '[redacted]' });
});
