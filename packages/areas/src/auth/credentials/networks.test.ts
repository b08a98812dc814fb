import { expect, it } from 'vitest';
import { AddressRange, areRangesWithin, isAddressWithin } from './networks.ts';

it.each([
  ['192.0.2.7', '192.0.2.7/32'],
  [' 10.0.0.0/8 ', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['::ffff:192.0.2.7', '192.0.2.7/32'],
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ['::ffff:0:0/95', '::ffff:0:0/95'],
])('accepts %j as a range', (text, range) => {
  expect(AddressRange.parse(text)).toBe(range);
});

it.each([
  '',
  '1',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0/8',
  '0x7f.0.0.1',
  '010.0.0.1',
  '::/129',
  'fe80::1%eth0',
  'example.test',
])('rejects %j as a range', (text) => {
  expect(AddressRange.safeParse(text).success).toBe(false);
});

it.each<[string[], string[], boolean]>([
  [[], [], true],
  [['10.0.0.0/8'], [], true],
  [[], ['10.0.0.0/8'], false],
  [['10.0.0.0/8'], ['10.0.0.0/8'], true],
  [['10.9.0.0/16', '192.0.2.7/32'], ['192.0.2.0/24', '10.0.0.0/8'], true],
  [['10.0.0.0/7'], ['10.0.0.0/8'], false],
  [['10.0.0.0/8', '11.0.0.0/32'], ['10.0.0.0/8'], false],
  [['2001:db8:1::/48'], ['2001:db8::/32'], true],
  [['::a00:1/128'], ['10.0.0.0/8'], false],
])('is %j within %j: %j', (inner, outer, expected) => {
  expect(areRangesWithin(inner, outer)).toBe(expected);
});

it.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['::ffff:192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '::ffff:192.0.2.0/120', true],
  ['192.0.3.7', '::ffff:192.0.2.0/120', false],
  ['2001:db8::7', '2001:db8::/64', true],
  ['::c000:207', '192.0.2.7', false],
  ['example.test', '0.0.0.0/0', false],
  [null, '0.0.0.0/0', false],
])('is the address %j within %j: %j', (ip, range, expected) => {
  expect(isAddressWithin(ip, [AddressRange.parse(range)])).toBe(expected);
});
