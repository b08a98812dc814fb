import { expect, it } from 'vitest';
import { parseMailedLink } from './mailed-link.ts';

const token = 'a_-Z9'.padEnd(43, 'x');

const encode = (text: string) => Buffer.from(text).toString('base64url');

it.each(['kim@acme.test', 'zoë+??>~@acme.test'])(
  'reads token, organization and %s from the fragment',
  (email) => {
    expect(parseMailedLink('/auth/invitation', `#${token}/acme-2/${encode(email)}`)).toEqual({
      ...{ purpose: 'invitation', token, slug: 'acme-2', email },
    });
  },
);

it.each([
  '#',
  '#x',
  `#${token}`,
  `#${token}/acme`,
  `#${token}/acme/${encode('kim')}`,
  `#${token}/acme/abcde`,
  `#${token}x/acme/${encode('kim@acme.test')}`,
  `#${token}/<b>/${encode('kim@acme.test')}`,
])('reports %s as incomplete', (hash) => {
  expect(parseMailedLink('/auth/verify', hash)).toEqual({
    purpose: 'verify',
    token: '',
    slug: '',
    email: '',
  });
});

it.each([
  ['/auth/verify', ''],
  ['/auth/', `#${token}/acme`],
  ['/auth/a/b', `#${token}/acme`],
  ['/acme/r/task', `#${token}/acme`],
])('finds no link in %s%s', (pathname, hash) => {
  expect(parseMailedLink(pathname, hash)).toBe(null);
});
