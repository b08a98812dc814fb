import { textColorOn } from './contrast.ts';

export interface Branding {
  org_name: string;
  /** `#rrggbb` */
  accent_color: string;
  /** Content id of the logo, which is part of the message; null without one. */
  logo_cid: string | null;
}

/** A mail in plain text and, if its text has markup, as a part of an HTML page. */
export interface MailBody {
  subject: string;
  text: string;
  /** Default: the paragraphs of the text. */
  html?: {
    /** Trusted HTML: it is not escaped. */
    content: string;
    /** An address of this service, shown as a link below the content. */
    url: string;
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also within quotation marks. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const servicePath = /^\/(?:api\/[\w/-]+|auth\/[a-z-]+#[\w/-]+)$/;

/** A line that consists of a token, which readers copy. */
const token = /^[\w-]{43}$/;

/**
 * Returns a mail as HTML: the paragraphs of its plain text, with the organization's accent color and logo. All text is
 * escaped. Only a line that consists of an address of this service becomes a link, so that a name cannot disguise one,
 * and nothing is loaded from a server. The `html` of a body replaces its text.
 */
export function renderHtml(
  { subject, text, html }: MailBody,
  branding: Branding,
  serviceUrl: string,
): string {
  const accent = `background:${branding.accent_color};color:${textColorOn(branding.accent_color)}`;
  const paragraphs = (html?.url ?? text)
    .split(/\n{2,}/)
    .map((one) => renderParagraph(one, accent, serviceUrl));
  const content = html ? `<div style="overflow-wrap:anywhere">\n${html.content}</div>\n` : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#ffffff;color:#1f2937;font:16px/1.5 sans-serif">
<div style="max-width:600px;margin:0 auto;padding:16px">
${renderHeader(branding, accent)}
${content}${paragraphs.join('\n')}
</div>
</body>
</html>
`;
}

function renderHeader({ org_name, logo_cid }: Branding, accent: string): string {
  const name = escapeHtml(org_name);
  const logo = logo_cid === null ? '' : `<p><img src="cid:${escapeHtml(logo_cid)}" alt="" height="48"></p>\n`;
  return `${logo}<p style="${accent};padding:8px 16px;border-radius:4px"><strong>${name}</strong></p>`;
}

function renderParagraph(paragraph: string, accent: string, serviceUrl: string): string {
  const lines = paragraph.split('\n').map((line) => {
    if (token.test(line))
      return `<code style="font-size:14px;word-break:break-all">${escapeHtml(line)}</code>`;
    return isServiceUrl(line, serviceUrl) ? renderLink(line, accent) : escapeHtml(line);
  });
  return `<p style="overflow-wrap:anywhere">${lines.join('<br>\n')}</p>`;
}

function renderLink(url: string, accent: string): string {
  const style = `${accent};display:inline-block;padding:8px 16px;border-radius:4px;text-decoration:none`;
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(url)}</a>`;
}

/**
 * True for an address of the API, or of a page that takes a token, without characters that have a meaning in HTML or could
 * mislead readers.
 */
function isServiceUrl(line: string, serviceUrl: string): boolean {
  return line.startsWith(serviceUrl) && servicePath.test(line.slice(serviceUrl.length));
}
