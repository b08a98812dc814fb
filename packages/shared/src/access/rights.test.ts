import { expect, it } from 'vitest';
import { parseRights, rights } from './rights.ts';

const plain = (text: string) =>
  Object.fromEntries([...parseRights(text)].map(([right, scopes]) => [right, [...scopes].sort()]));

it('parses letters and the scopes that limit them', () => {
  expect(plain('')).toEqual({});
  expect(plain('M')).toEqual({ manage: ['org'] });
  expect(plain('RC UAXS@own,team A@reports')).toEqual({
    read: ['org'],
    create: ['org'],
    update: ['own', 'team'],
    archive: ['own', 'reports', 'team'],
    export: ['own', 'team'],
    assign: ['own', 'team'],
  });
  expect(plain('PBN')).toEqual({ approve: ['org'], publish: ['org'], run: ['org'] });
});

it('has a letter for each right', () => {
  expect([...parseRights('RCUAXPSBNM').keys()]).toEqual(rights);
});

it.each(['Z', 'r', 'R@everyone', 'R@', 'R@own,'])('rejects the invalid declaration %j', (text) => {
  expect(() => parseRights(text)).toThrow(/Unknown/);
});
