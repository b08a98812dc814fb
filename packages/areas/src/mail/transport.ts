import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger, Platform } from '@wfp/shared';
import nodemailer, { type Transporter } from 'nodemailer';

/** A message as a transport takes it. */
export interface OutgoingMessage {
  /** The same whenever the row is sent again, so that a receiver can tell a repetition. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
}

/** Hands a message over. @throws when it was not taken; an SMTP error carries its `responseCode` */
export type Transport = (message: OutgoingMessage, log: Logger) => Promise<void>;

const transports = new WeakMap<Platform, Transport>();

/** The transport that the configuration asks for; null where there is none, and mail has to wait. */
export function getTransport(platform: Platform): Transport | null {
  const { SMTP_URL, NODE_ENV } = platform.config;
  if (SMTP_URL === '' && NODE_ENV === 'production') return null;
  const known =
    transports.get(platform) ??
    (SMTP_URL === '' ? createFileTransport(platform) : createSmtpTransport(platform));
  transports.set(platform, known);
  return known;
}

/** RFC 3834: machines should not answer these. */
const headers = { 'Auto-Submitted': 'auto-generated' };

/** Unless told otherwise nodemailer waits for a silent server for ten minutes, and all other mail with it. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

function createSmtpTransport({ config }: Platform): Transport {
  const transporter: Transporter = nodemailer.createTransport(
    { url: config.SMTP_URL, ...timeouts },
    { from: config.MAIL_FROM, headers },
  );
  return async (message) => {
    await transporter.sendMail(message);
  };
}

/** In development a message becomes a file, and a log line says where. The line holds no text: tokens are in it. */
function createFileTransport({ config }: Platform): Transport {
  const folder = path.resolve(config.DATA_DIR, 'mail');
  const transporter = nodemailer.createTransport(
    { streamTransport: true, buffer: true },
    { from: config.MAIL_FROM, headers },
  );
  return async (message, log) => {
    await mkdir(folder, { recursive: true });
    const { message: bytes } = await transporter.sendMail(message);
    const file = path.join(folder, `${fileNameFor(message)}.eml`);
    await writeFile(file, bytes as Buffer, { mode: 0o600 });
    log.info(
      { to: message.to, subject: message.subject, file },
      'A mail was written to a file, since SMTP_URL is not set',
    );
  };
}

/** What stands before the @ of its id. */
function fileNameFor({ messageId }: OutgoingMessage): string {
  return messageId.replace(/@.*/, '').replace(/[^\w-]/g, '');
}
