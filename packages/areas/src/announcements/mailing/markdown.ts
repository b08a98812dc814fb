import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '../../mail/index.ts';

/**
 * CommonMark and strikethrough without HTML: tags are shown as text. Images are replaced by their description, because
 * loading them would report to their server who reads the mail, and when. A short table can have a page of empty cells.
 */
function createRenderer(disabled: string[]) {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(disabled);
  const alternatives = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  markdown.block.ruler.before(
    'code',
    'count_steps',
    ({ env }) => countStep(env as Steps & typeof env),
    alternatives,
  );
  markdown.core.ruler.before('inline', 'count_brackets', ({ tokens }) => countBracketSteps(tokens));
  markdown.validateLink = (url) => /^(?:https:|mailto:)/i.test(url);
  markdown.renderer.rules.image = (tokens, index, options, env, renderer) =>
    markdown.utils.escapeHtml(renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env));
  markdown.core.ruler.push('empty_links', ({ tokens }) => removeEmptyLinks(tokens));
  return markdown;
}

/**
 * Each line is compared with the rules of blocks, about once. In quotations that are followed by lines without their mark, it is
 * once for each pair of lines, and 20,000 characters would take seconds.
 */
const maxSteps = 20_000;
/** A paragraph is read once for each of its brackets that is not closed: its brackets, multiplied by its length. */
const maxBracketSteps = 750_000;

class TooManySteps extends Error {}

/** The steps of a text that is being parsed. */
interface Steps {
  steps: number;
}

function countStep(text: Steps): false {
  text.steps += 1;
  if (text.steps > maxSteps) throw new TooManySteps();
  return false;
}

function countBracketSteps(tokens: readonly Token[]): void {
  const steps = tokens.map(({ content }) => (content.split('[').length - 1) * content.length);
  if (steps.reduce((sum, one) => sum + one, 0) > maxBracketSteps) throw new TooManySteps();
}

/** Shows links without an address, such as `[text]()`, as their text. */
function removeEmptyLinks(tokens: readonly Token[]): void {
  for (const { children } of tokens) {
    const isEmpty: boolean[] = [];
    for (const token of children ?? []) {
      if (token.type === 'link_open') isEmpty.push(token.attrGet('href') === '');
      const isRemoved = token.type === 'link_close' ? isEmpty.pop() : isEmpty.at(-1);
      if (isRemoved && token.type.startsWith('link_')) token.type = 'text';
    }
  }
}

const usual = createRenderer(['table']);
const withoutDefinitions = createRenderer(['table', 'reference']);

/**
 * Longest addresses and titles of all links together, in characters. Each use of a link definition repeats its address: a text
 * of 20,000 characters could have a page of 25 MB. In such a text, definitions and their uses are shown as text.
 */
const maxLinkLength = 50_000;

function lengthOfLinks(tokens: readonly Token[]): number {
  const lengths = tokens.map(({ attrs, children }) => {
    const own = (attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0);
    return own + lengthOfLinks(children ?? []);
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

function render(text: string): string {
  const env = { steps: 0 };
  try {
    const tokens = usual.parse(text, env);
    if (lengthOfLinks(tokens) > maxLinkLength) return withoutDefinitions.render(text, { steps: 0 });
    return usual.renderer.render(tokens, usual.options, env);
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return showText(text);
  }
}

const showText = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>\n`;

/** Texts that were rendered last, because each is sent to many users. */
const rendered = new Map<string, string>();
const maxRendered = 20;

/**
 * Renders Markdown as HTML that is safe in a mail: it has no scripts, and nothing is loaded from a server. A text that takes too
 * many steps is shown unformatted.
 */
export function renderMarkdown(text: string): string {
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const html = render(text);
  if (rendered.size >= maxRendered) rendered.delete(rendered.keys().next().value ?? '');
  rendered.set(text, html);
  return html;
}
