import { expect, it } from 'vitest';
import { findMediaTypeError, servedType } from './media-types.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const png = hex('89504e47 0d0a1a0a 0000000d 49484452');
const pdf = Buffer.from('%PDF-1.7\n');
const zip = hex('504b0304 14000000 08000000 00000000');
const program = hex('4d5a9000 03000000 04000000 ffff0000');
const text = Buffer.from('first_name,last_name\n');

it.each([
  ['image/png', png],
  ['image/x-png', png],
  ['application/pdf', pdf],
  ['application/zip', zip],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip],
  ['application/octet-stream', program],
  ['text/csv', text],
  ['text/html', Buffer.from('<p>')],
  ['application/json', Buffer.from('{}')],
  ['image/svg+xml', Buffer.from('<?xml version="1.0"?><svg/>')],
  ['image/png', Buffer.alloc(0)],
  ['application/x-of-our-own', text],
])('accepts content for %s (%#)', async (mime, bytes) => {
  expect(await findMediaTypeError(mime, bytes)).toBe(null);
});

it.each([
  ['application/pdf', png],
  ['image/png', program],
  ['text/plain', program],
  ['image/jpeg', text],
  ['application/pdf', zip],
  ['image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['text/csv', Buffer.from('a\0b')],
])('rejects content for %s (%#)', async (mime, bytes) => {
  expect(await findMediaTypeError(mime, bytes)).toMatch(/^Must match the content: declared/);
});

it.each([
  ['image/png', 'image/png'],
  ['text/plain', 'text/plain'],
  ['text/html', 'application/octet-stream'],
  ['TEXT/HTML; charset=utf-8', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
  ['application/xhtml+xml', 'application/octet-stream'],
  ['application/javascript', 'application/octet-stream'],
  ['multipart/x-mixed-replace', 'application/octet-stream'],
])('serves %s as %s', (mime, sent) => {
  expect(servedType(mime)).toBe(sent);
});
