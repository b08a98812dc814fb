import express, { type Request } from 'express';
import { expect, it } from 'vitest';
import { findClientAddress } from './client-address.ts';

function addressWith(
  forwarded: string | undefined,
  remoteAddress = '127.0.0.1',
  proxies: string[] | false = ['loopback', '10.0.0.0/8'],
) {
  const app = express();
  app.set('trust proxy', proxies);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return findClientAddress({ app, headers, socket: { remoteAddress } } as unknown as Request);
}

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['203.0.113.1, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['198.51.100.7:5678, 10.1.2.3:443', '198.51.100.7'],
  ['198.51.100.7:5678', '198.51.100.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:db8::1%eth0', '2001:db8::1'],
  ['10.1.2.3', '10.1.2.3'],
])('uses the address that the last trusted proxy reported: %s', (forwarded, address) => {
  expect(addressWith(forwarded)).toBe(address);
});

it.each([
  'garbage',
  '',
  ',,,',
  'unknown',
  '_hidden',
  '999.1.1.1',
  '0x7f.1',
  '198.51.100.7:x',
  '[198.51.100.7]:1',
  '203.0.113.1, garbage',
])('uses the address of the proxy if it reported no address: %s', (forwarded) => {
  expect(addressWith(forwarded)).toBe('127.0.0.1');
  expect(addressWith(`${forwarded}, 10.1.2.3`)).toBe('10.1.2.3');
});

it('uses the address of the connection without a trusted proxy', () => {
  expect(addressWith('198.51.100.7', '203.0.113.9')).toBe('203.0.113.9');
  expect(addressWith('198.51.100.7', '127.0.0.1', false)).toBe('127.0.0.1');
  expect(addressWith(undefined)).toBe('127.0.0.1');
  expect(addressWith('198.51.100.7', '')).toBeNull();
});
