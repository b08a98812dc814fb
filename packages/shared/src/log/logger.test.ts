import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger, loggableUrl } from './logger.ts';

it.each([
  ['/api/tasks', '/api/tasks'],
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
  ['/x?a=1%0Ab', '/x?a=1%0Ab'],
])('%s is logged as %s', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged);
});

it('replaces what is secret by its name', () => {
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
