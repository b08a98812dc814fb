import { createLogger } from '@wfp/shared';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { expect, it } from 'vitest';
import { createSmtpTransport } from './transport.ts';

/** Longer than the 20 s after which the transport leaves a silent connection, shorter than the minute of a message. */
const acceptanceMs = 25_000;

// RFC 5321, 4.5.3.2.6: a client that does not wait for the reply to the final dot, for up to ten minutes, sends the message again,
// which the server has accepted.
it('a message is sent once to a server that takes long to accept it', async () => {
  let isData = false;
  let accepted = 0;
  const server = await startRawReceiver((socket, text) => {
    for (const line of text.split('\r\n').filter(Boolean)) {
      if (isData && line !== '.') continue;
      if (isData) {
        isData = false;
        accepted += 1;
        setTimeout(() => socket.writable && socket.write('250 Accepted\r\n'), acceptanceMs);
        continue;
      }
      isData = line === 'DATA';
      socket.write(isData ? '354 End with a dot\r\n' : '250 OK\r\n');
    }
  });
  server.onConnection((socket) => socket.write('220 ready\r\n'));
  const config = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'from@example.test' };
  const send = createSmtpTransport(config);
  const message = {
    messageId: '<1@example.test>',
    to: 'ana@example.test',
    subject: 'A',
    text: 'A',
    html: '',
    logo: null,
  };
  try {
    await expect(send(message, createLogger('test', 'silent'))).resolves.toBeUndefined();
    expect(accepted).toBe(1);
  } finally {
    await server.stop();
  }
});
