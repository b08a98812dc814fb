import { expect, it } from 'vitest';
import { isPublicAddress, urlFault } from './address-rule.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
])('refuses the address %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1'])('allows the address %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://localhost:8080/',
  'http://api.localhost/',
  'https://db.internal/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.0.10/',
])('refuses %s where private networks are closed', (url) => {
  expect(urlFault(url, false)).toBe('Must lead to a public address');
  expect(urlFault(url, true)).toBeNull();
});

it.each([
  ['not a url', 'Must be a URL'],
  ['ftp://example.com/', 'Must be an http or https URL'],
  ['file:///etc/passwd', 'Must be an http or https URL'],
  ['https://user:pass@example.com/', 'Must not hold credentials'],
  ['https://user@example.com/', 'Must not hold credentials'],
])('says of %s: %s', (url, fault) => {
  expect(urlFault(url, true)).toBe(fault);
});

it('takes ordinary addresses', () => {
  expect(urlFault('https://hooks.example.com/in?team=7', false)).toBeNull();
});
