import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger, Platform } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer';
import type { EmbeddedLogo } from '../branding.service.ts';

export interface OutgoingMessage {
  /** Identical for every attempt, so that receivers can deduplicate. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** The text with the colors and the logo of the organization. */
  html: string;
  logo: EmbeddedLogo | null;
}

/** Sends a message. @throws if it was not accepted; an SMTP error has a `responseCode` */
export type Transport = (message: OutgoingMessage, log: Logger) => Promise<void>;

const transports = new WeakMap<Platform, Transport>();

/** Returns the SMTP transport. Without SMTP_URL, returns the file transport, or null in production, so that mail waits. */
export function getTransport(platform: Platform): Transport | null {
  const { SMTP_URL, NODE_ENV } = platform.config;
  if (SMTP_URL === '' && NODE_ENV === 'production') return null;
  const known =
    transports.get(platform) ??
    (SMTP_URL === '' ? createFileTransport(platform) : createSmtpTransport(platform.config));
  transports.set(platform, known);
  return known;
}

/** RFC 3834: suppresses automatic replies. */
const headers = { 'Auto-Submitted': 'auto-generated' };

/**
 * In milliseconds. A server may take long to accept a text (RFC 5321, 4.5.3.2.6): a client that leaves before sends the
 * mail again, although it was accepted.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** Plain text and HTML as alternatives. The logo is part of the message, so that opening it contacts no server. */
function toMailOptions({ logo, ...message }: OutgoingMessage): SendMailOptions {
  const image = logo && { ...logo, filename: 'logo', contentDisposition: 'inline' as const };
  return {
    ...message,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(image && { attachments: [image] }),
  };
}

/** For one message: a server that keeps sending something is never idle. */
const maxSendMs = 90_000;

export function createSmtpTransport(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  timeoutMs = maxSendMs,
): Transport {
  const transporter: Transporter = nodemailer.createTransport(
    { url: config.SMTP_URL, ...timeouts },
    { from: config.MAIL_FROM, headers },
  );
  return async (message) => {
    const signal = AbortSignal.timeout(timeoutMs);
    await transporter.sendMail({ ...toMailOptions(message), signal });
  };
}

/** Writes messages to files, outside of production. The log line omits the text, which may contain tokens. */
function createFileTransport({ config }: Platform): Transport {
  const folder = path.resolve(config.DATA_DIR, 'mail');
  const transporter = nodemailer.createTransport(
    { streamTransport: true, buffer: true },
    { from: config.MAIL_FROM, headers },
  );
  return async (message, log) => {
    await mkdir(folder, { recursive: true });
    // With \n, quoted-printable may break the short line of a token, which readers copy from the file.
    const text = message.text.replaceAll('\n', '\r\n');
    const { message: bytes } = await transporter.sendMail({ ...toMailOptions(message), text });
    const file = path.join(folder, `${fileNameFor(message)}.eml`);
    await writeFile(file, bytes as Buffer, { mode: 0o600 });
    log.info(
      { to: message.to, subject: message.subject, file },
      'Mail written to a file, because SMTP_URL is not set',
    );
  };
}

function fileNameFor({ messageId }: OutgoingMessage): string {
  return messageId.replace(/@.*/, '').replace(/[^\w-]/g, '');
}
