import { readFileSync } from 'node:fs';
import { denialReasons } from '@wfp/shared';
import { expect, it } from 'vitest';

it('docs/http.md lists every reason of a 403', () => {
  const [, section = ''] = readFileSync('docs/http.md', 'utf8').split('### Reasons of a 403\n');
  const [table = ''] = section.split('\nA reason never reveals');
  const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, reason]) => reason);
  expect(listed.sort()).toEqual(Object.keys(denialReasons).sort());
});
