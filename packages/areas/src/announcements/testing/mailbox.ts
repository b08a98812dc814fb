import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts all messages, unless `reject` returns an error for the recipient. */
export async function startMailbox(): Promise<{
  url: string;
  received: Email[];
  reject: (to: string) => Error | null;
  stop(): Promise<void>;
}> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => done(mailbox.reject(address)),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          mailbox.received.push(email);
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mailbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [] as Email[],
    reject: (_to: string): Error | null => null,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}
