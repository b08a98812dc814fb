import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxBodyLength } from '../announcements.contract.ts';
import { renderMarkdown } from './markdown.ts';

const allowedTags = new Set(
  ['p', 'br', 'hr', 'em', 'strong', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'].concat([
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ]),
);

/** Rejects tags and attributes that this output may not have. */
function expectSafe(html: string): void {
  for (const [tag, name = '', attributes = ''] of html.matchAll(/<\/?([^\s>/]*)([^>]*)>/g)) {
    expect([tag, allowedTags.has(name)]).toEqual([tag, true]);
    const rest = attributes
      .replace(/ href="(?:https:|mailto:)[^"<>]*"/i, '')
      .replace(/ title="[^"<>]*"/, '')
      .replace(/ (?:start="\d+"|class="language-[^"<>]*")/, '');
    expect([tag, rest.trim()]).toEqual([tag, '']);
  }
}

it('renders the usual Markdown', () => {
  expect(
    renderMarkdown('# Move\n\n- *One*\n- `two`\n\n[Plan](https://example.test/?a=1&b=2 "The plan")'),
  ).toBe(
    '<h1>Move</h1>\n<ul>\n<li><em>One</em></li>\n<li><code>two</code></li>\n</ul>\n' +
      '<p><a href="https://example.test/?a=1&amp;b=2" title="The plan">Plan</a></p>\n',
  );
  expect(renderMarkdown('[Write](mailto:hr@example.test)')).toContain(
    '<a href="mailto:hr@example.test">Write</a>',
  );
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<style>@import "https://evil.example"</style>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)',
  '`<script>`',
  '```html"onload=alert(1)\n<script>alert(1)</script>\n```',
  '[x](https://example.test "\\"onmouseover=alert(1)")',
  '[x](https://example.test/"onmouseover="alert(1))',
  '![" onerror="alert(1)](https://evil.example/x.png)',
  '<https://example.test/"onclick="alert(1)>',
])('escapes markup in %s', (text) => {
  expectSafe(renderMarkdown(text));
});

it.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](vbscript:x)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](http://example.test)',
  '[x]()',
  '[x](<>)',
  '[x](<> "title")',
  '[x](//evil.example)',
  '[x](/api/users)',
  '[x](file:///etc/passwd)',
  '<javascript:alert(1)>',
  '[x]\n\n[x]: javascript:alert(1)',
])('makes no link of %s', (text) => {
  expect(renderMarkdown(text)).not.toContain('<a');
});

it('shows the description of an image, and loads nothing', () => {
  expect(renderMarkdown('![A *floor* plan](https://evil.example/pixel.png)')).toBe('<p>A floor plan</p>\n');
});

it('makes no long page of a short table', () => {
  const table = `${'|a'.repeat(3_000)}|\n${'|-'.repeat(3_000)}|\n${'a\n'.repeat(3_000)}`;
  expect(renderMarkdown(table).length).toBeLessThan(2 * table.length);
});

it('links what a definition names', () => {
  expect(renderMarkdown('[Plan][plan]\n\n[plan]: https://example.test/plan "The plan"')).toBe(
    '<p><a href="https://example.test/plan" title="The plan">Plan</a></p>\n',
  );
});

it.each([
  ['address', `https://${'x'.repeat(9_980)}`],
  ['title', `https://x.test "${'x'.repeat(9_980)}"`],
])('makes no long page of a long %s that is used often', (_, target) => {
  const text = `[a]: ${target}\n\n${'[a] '.repeat(2_480)}`.slice(0, maxBodyLength);
  expect(renderMarkdown(text).length).toBeLessThan(2 * text.length);
});

const lazy = (depth: number, lines: number) =>
  `${'>'.repeat(depth)}\n${'a\n'.repeat(lines)}`.repeat(5_000).slice(0, maxBodyLength - 1);

it.each([
  ['deep quotations with lines that continue them', lazy(99, 60)],
  ['quotations with lines that continue them', lazy(2, 2)],
  ['brackets that are not closed', '![a '.repeat(4_999)],
])('shows the text of %s', (_, text) => {
  const shown = text.replaceAll('>', '&gt;').replaceAll('\n', '<br>\n');
  expect(renderMarkdown(text) === `<p>${shown}</p>\n`).toBe(true);
});

it.each([
  ['short lines', 'a\n'.repeat(maxBodyLength / 2), '<p>a\na'],
  ['lists', '- a\n'.repeat(maxBodyLength / 4), '<ul>'],
  ['nested lists', Array.from({ length: 90 }, (_, n) => `${' '.repeat(2 * n)}- a\n`).join(''), '<ul>'],
  ['a quotation', '> a\n'.repeat(maxBodyLength / 4), '<blockquote>'],
  ['quotations of a conversation', '> > > a\n> > b\n> c\n\nd\n\n'.repeat(700), '<blockquote>'],
  ['definitions', '[a]: https://a.test\n'.repeat(900), ''],
  ['links', '[a](https://a.test)\n\n'.repeat(900), '<p><a'],
  ['links in a list', '- [a](https://a.test)\n'.repeat(850), '<ul>'],
  ['links in a paragraph', `${'[a](https://a.test) and '.repeat(40)}\n\n`.repeat(18), '<p><a'],
])('renders a long text of %s', (_, text, start) => {
  expect(renderMarkdown(text).startsWith(start)).toBe(true);
  expect(renderMarkdown(text)).not.toContain('<br>');
});

it('renders each text as itself, whatever was rendered before', () => {
  const texts = Array.from({ length: 30 }, (_, n) => `Text ${n}`);
  for (const text of [...texts, ...texts]) expect(renderMarkdown(text)).toBe(`<p>${text}</p>\n`);
});

it('never contains unsafe markup for any text', () => {
  const parts = [
    '<',
    '>',
    '"',
    "'",
    '&',
    '[',
    ']',
    '(',
    ')',
    '!',
    '*',
    '_',
    '`',
    '\n',
    ' ',
    '|',
    '-',
    ':',
    'x',
    '\\',
  ].concat([
    '<script>',
    'javascript:',
    'https://a.b',
    'onerror=',
    '&lt;',
    '&quot;',
    '&#34;',
    '```',
    '~~~',
    '# ',
    '> ',
    '1. ',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...parts), maxLength: 60 }), (text) =>
      expectSafe(renderMarkdown(text)),
    ),
    { numRuns: 2_000 },
  );
});

it.each(
  [
    '[',
    '*',
    '_',
    '> ',
    '- ',
    '`',
    '![',
    '[](',
    '<',
    '&',
    '**a ',
    '*a_ ',
    '[a](',
    '~~',
    '|',
    'a|',
    '\\',
    '1. ',
    '[a]: ',
    '``\n',
    '<a ',
    '    - ',
  ].map((part) => [part]),
)('renders the longest text of %j before the test times out', (part) => {
  const text = part.repeat(Math.ceil(maxBodyLength / part.length)).slice(0, maxBodyLength);
  const html = renderMarkdown(text);
  expectSafe(html);
  expect(html.length).toBeLessThan(10 * text.length);
});
