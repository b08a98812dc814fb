import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, textColorOn } from './contrast.ts';
import { type Branding, renderHtml } from './html.ts';

const serviceUrl = 'https://work.example.com';
const branding: Branding = { org_name: 'Acme', accent_color: '#2563eb', logo_cid: null };
const html = (text: string, changes: Partial<Branding> = {}, subject = 'Subject') =>
  renderHtml({ subject, text }, { ...branding, ...changes }, serviceUrl);
const tagsIn = (page: string) => page.match(/<\/?[a-z]+/g) ?? [];

it.each([
  ['#ffffff', '#000000', '21.00'],
  ['#ffffff', '#777777', '4.48'],
  ['#ffffff', '#2563eb', '5.17'],
])('computes the contrast of %s and %s as WCAG defines it: %s', (one, other, ratio) => {
  expect(contrast(one, other).toFixed(2)).toBe(ratio);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

it('chooses the text color with enough contrast on any accent color', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (...channels) => {
      const color = `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
      expect(contrast(textColorOn(color), color)).toBeGreaterThanOrEqual(4.5);
    }),
  );
  expect([textColorOn('#000080'), textColorOn('#ffff00')]).toEqual(['#ffffff', '#000000']);
});

it('uses the accent color for the name of the organization and for links', () => {
  const page = html(`Hello.\n\n${serviceUrl}/api/tasks/5`, { accent_color: '#ffff00' });
  expect(page.match(/background:#ffff00;color:#000000/g)).toHaveLength(2);
  expect(page).toContain(`<a href="${serviceUrl}/api/tasks/5" style="background:#ffff00`);
  expect(page).toContain('<strong>Acme</strong>');
});

it('shows a token as text to copy, and links no other address', () => {
  const token = 'x'.repeat(43);
  const page = html(
    `Send it to POST ${serviceUrl}/api/auth:\n\n${token}\n\nhttps://evil.example/api/\n${serviceUrl}.evil.example/api/x`,
  );
  expect(page).toContain(`>${token}</code>`);
  expect(page).not.toContain('<a ');
});

it('links a page that takes a token, and no other page', () => {
  const link = `${serviceUrl}/auth/password-reset#${'x'.repeat(43)}/acme-2/a2ltQGFjbWUudGVzdA`;
  expect(html(link)).toContain(`<a href="${link}"`);
  for (const other of [
    '/auth/password-reset',
    '/auth/verify?x#y',
    '/auth/a/b#c',
    '/login#c',
    '/acme#c',
    '/auth/verify#a b',
  ])
    expect(html(`${serviceUrl}${other}`)).not.toContain('<a ');
});

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' style='position:fixed",
  '&lt;b&gt; &amp;',
  `${serviceUrl}/api/"><script>`,
  `${serviceUrl}/api/javascript:alert(1)`,
])('escapes %s in names, subjects and texts', (text) => {
  const page = html(`Before\n\n${text}\n\nAfter`, { org_name: text }, text);
  const plain = html('Before\n\nx\n\nAfter', { org_name: 'x' }, 'x');
  expect(tagsIn(page)).toEqual(tagsIn(plain));
  expect(page).not.toContain("style='");
});

it('never contains markup from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', '=', ' ') }), (text) => {
      const tags = tagsIn(html(text, { org_name: text }, text)).filter((tag) => !/^<\/?(p|br)$/.test(tag));
      expect(tags).toEqual(tagsIn(html('x')).filter((tag) => !/^<\/?(p|br)$/.test(tag)));
    }),
  );
});

it('has no table and loads nothing from a server', () => {
  const page = html('Text', { logo_cid: 'logo-5@work.example.com' });
  expect(page).toContain('<img src="cid:logo-5@work.example.com" alt="" height="48">');
  expect(page).not.toMatch(/<table|src="(?!cid:)|url\(|@import|<link|<style/);
});
