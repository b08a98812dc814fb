import { escapeHtml } from '../../mail/index.ts';
import { renderMarkdown } from './markdown.ts';

interface Announced {
  title: string;
  body_md: string;
  requires_ack: boolean;
}

const request = 'Please confirm that you have read this announcement.';

/** Builds the mail of an announcement. The plain text contains the Markdown unchanged. */
export function buildMail({ title, body_md, requires_ack }: Announced, id: number, serviceUrl: string) {
  const url = `${serviceUrl}/api/announcements/${id}`;
  return {
    subject: title,
    text: [title, body_md, ...(requires_ack ? [request] : []), url].join('\n\n'),
    html: {
      content: `<h1>${escapeHtml(title)}</h1>\n${renderMarkdown(body_md)}${requires_ack ? `<p>${request}</p>\n` : ''}`,
      url,
    },
  };
}
