import MarkdownIt from 'markdown-it';

/**
 * CommonMark and strikethrough without HTML: tags are shown as text. Images are replaced by their description, because
 * loading them would report to their server who reads the mail, and when. A short table can have a page of empty cells.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('table');
markdown.validateLink = (url) => /^(?:https:|mailto:)/i.test(url);
markdown.renderer.rules.image = (tokens, index, options, env, renderer) =>
  markdown.utils.escapeHtml(renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env));

/** Texts that were rendered last, because each is sent to many users. */
const rendered = new Map<string, string>();
const maxRendered = 20;

/** Renders Markdown as HTML that is safe in a mail: it has no scripts, and nothing is loaded from a server. */
export function renderMarkdown(text: string): string {
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const html = markdown.render(text);
  if (rendered.size >= maxRendered) rendered.delete(rendered.keys().next().value ?? '');
  rendered.set(text, html);
  return html;
}
