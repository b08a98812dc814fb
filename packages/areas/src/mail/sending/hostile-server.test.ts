import { createLogger } from '@wfp/shared';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterEach, expect, it } from 'vitest';
import { createSmtpTransport } from './transport.ts';

const log = createLogger('test', 'silent');
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const message = {
  messageId: '<1@example.test>',
  to: 'ana@example.test',
  subject: 'A subject',
  text: 'A text',
  html: '<p>A text</p>',
  logo: null,
};

/** Starts a mail server that greets each connection and then responds to each line of commands. */
async function startServer(greet: string, respond: (command: string) => string, tickMs = 0) {
  const server = await startRawReceiver((socket, text) => {
    for (const line of text.split('\r\n').filter(Boolean)) socket.write(respond(line));
  });
  const timers = new Set<NodeJS.Timeout>();
  server.onConnection((socket) => {
    socket.write(greet);
    if (tickMs === 0) return;
    timers.add(setInterval(() => socket.writable && socket.write(greet), tickMs));
  });
  stops.push(async () => {
    for (const timer of timers) clearInterval(timer);
    await server.stop();
  });
  const config = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'from@example.test' };
  return {
    server,
    send: (more = {}, timeoutMs = 60_000) =>
      createSmtpTransport(config, timeoutMs)({ ...message, ...more }, log),
  };
}

/** Returns the responses of a server that accepts one message. */
function acceptOne(): (line: string) => string {
  let isData = false;
  return (line) => {
    if (isData && line !== '.') return '';
    isData = line === 'DATA';
    return isData ? '354 End with a dot\r\n' : '250 OK\r\n';
  };
}

it.each([
  ['continues its greeting forever', '220-wait\r\n', 20],
  ['sends a byte at a time', '2', 20],
])('a server that %s is left after the time of one message', async (_, greet, tickMs) => {
  const { server, send } = await startServer(greet, () => '', tickMs);
  await expect(send({}, 500)).rejects.toMatchObject({ name: 'AbortError' });
  await eventually(server.openSockets, (open) => open === 0);
});

it.each([
  ['an endless line', `220 ${'x'.repeat(3 * 1024 * 1024)}`],
  ['no protocol', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['zero bytes', '\0\0\0\r\n'],
])('a server that responds with %s is rejected', async (_, greet) => {
  const { server, send } = await startServer(greet, () => '');
  await expect(send()).rejects.toThrow();
  await eventually(server.openSockets, (open) => open === 0);
});

it('texts of organizations add neither headers, recipients nor commands', async () => {
  const { server, send } = await startServer('220 ready\r\n', acceptOne());
  const hostile = 'x\r\nBcc: eve@example.test\r\n\r\nBody\r\n.\r\nMAIL FROM:<eve@example.test>\r\n';
  await send({ subject: hostile, text: hostile, html: hostile });
  const sent = server.requests.join('');
  const [, head = ''] = sent.match(/DATA\r\n(.*?)\r\n\r\n/s) ?? [];
  expect(head).toContain('Subject: x');
  expect(head.split('\r\n').filter((line) => /^bcc/i.test(line))).toEqual([]);
  const [commands = ''] = sent.split('DATA\r\n');
  expect(commands.match(/^MAIL FROM:.*$/gm)).toEqual(['MAIL FROM:<from@example.test>']);
  expect(commands.match(/^RCPT TO:.*$/gm)).toEqual(['RCPT TO:<ana@example.test>']);
  // A line with only a dot would end the message.
  expect(sent.match(/^\.\r$/gm)).toHaveLength(1);
});
