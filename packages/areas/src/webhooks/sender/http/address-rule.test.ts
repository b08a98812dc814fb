import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress, validateWebhookUrl } from './address-rule.ts';

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
  '198.51.100.7',
  '203.0.113.7',
  '240.0.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '::1',
  '::',
  '::7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  '100::1',
  'fd00:ec2::254',
  'fec0::1',
  '3fff::1',
  '4000::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  '0177.0.0.1',
  '',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
])('rejects the address %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
  'allows the address %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

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
  'https://db.internal./',
  'https://redis/',
  'https://redis:6379/',
  'https://redis./',
  'https://redis../',
  'https://REDIS/',
  'https://kubernetes/api',
  'https://com/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.0.10/',
])('rejects %s unless private networks are allowed', (url) => {
  expect(validateWebhookUrl(url, false)).toBe('Must have a public address');
  expect(validateWebhookUrl(url, true)).toBeNull();
});

it.each([
  ['not a url', 'Must be a URL'],
  ['ftp://example.com/', 'Must be an http or https URL'],
  ['file:///etc/passwd', 'Must be an http or https URL'],
  ['https://user:pass@example.com/', 'Must not contain credentials'],
  ['https://user@example.com/', 'Must not contain credentials'],
])('rejects %s: %s', (url, error) => {
  expect(validateWebhookUrl(url, true)).toBe(error);
});

it('accepts ordinary URLs', () => {
  for (const host of [
    'hooks.example.com',
    'hooks.example.com.',
    'example.com',
    '93.184.216.34',
    '[2606:2800:220:1::1]',
  ])
    expect([host, validateWebhookUrl(`https://${host}/in?team=7`, false)]).toEqual([host, null]);
});

const addressesIn = (...ranges: [string, number][]) =>
  fc.oneof(
    ...ranges.map(([begin, bits]) => {
      const first = begin.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
      return fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => first + offset);
    }),
  );
const special = addressesIn(
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
);
const ordinary = addressesIn(['8.0.0.0', 9], ['23.0.0.0', 12], ['93.184.0.0', 16], ['185.0.0.0', 10]);

/** All notations of an IPv4 address in URLs and IPv6. */
const formsOf = (address: number): string[] => {
  const parts = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const hex = (number: number) => `0x${number.toString(16)}`;
  const octal = (number: number) => `0${number.toString(8)}`;
  const dotted = parts.join('.');
  const words = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    dotted,
    `${dotted}.`,
    String(address),
    hex(address),
    octal(address),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    dotted.replaceAll('.', '\u3002'),
    dotted.replaceAll('1', '%31'),
    [...dotted].map((one) => (/\d/.test(one) ? String.fromCodePoint(0xff10 + Number(one)) : one)).join(''),
    `[::ffff:${dotted}]`,
    `[::ffff:${words}]`,
    `[0:0:0:0:0:FFFF:${words.toUpperCase()}]`,
    `[64:ff9b::${words}]`,
    `[64:ff9b::${dotted}]`,
  ];
};
const errorsOf = (address: number) =>
  formsOf(address).map((host) => [host, validateWebhookUrl(`https://${host}:8443/in`, false)]);

it('treats all notations of an IPv4 address alike', () => {
  fc.assert(
    fc.property(special, (address) => {
      for (const [host, error] of errorsOf(address))
        expect([host, error]).toEqual([host, 'Must have a public address']);
    }),
  );
  fc.assert(
    fc.property(ordinary, (address) => {
      for (const [host, error] of errorsOf(address)) expect([host, error]).toEqual([host, null]);
    }),
  );
});

it('rejects IPv6 addresses that tunnel IPv4', () => {
  fc.assert(
    fc.property(fc.nat(0xff_ff), fc.nat(0xff_ff), fc.nat(0xff_ff), (a, b, c) => {
      const [one, two, three] = [a, b, c].map((part) => part.toString(16));
      for (const address of [
        `2002:${one}:${two}::${three}`,
        `2001:0:${one}:${two}::${three}`,
        `::${one}:${two}`,
      ])
        expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }),
  );
});

it('never throws for any input', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.ipV6().map((one) => `http://[${one}]/`),
      ),
      (text) => {
        expect(['string', 'object']).toContain(typeof validateWebhookUrl(text, false));
        expect(isPublicAddress(text)).toBe(false);
      },
    ),
  );
});
