import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What a scanner says: nothing found, or what. */
export type ScanResult = { clean: true } | { clean: false; found: string };

const timeoutMs = 30_000;

/**
 * Has a ClamAV daemon look at bytes (its INSTREAM command: chunks with their length before them, then a
 * chunk of none).
 *
 * @param url `tcp://host:port`
 * @throws Error when the daemon cannot be reached or gives no verdict: then nothing is known of the bytes
 */
export async function scan(url: string, content: Readable): Promise<ScanResult> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The scanner did not answer in time')));
  try {
    const reply = readReply(socket);
    // Looked at below: a daemon may answer and hang up before all is sent, when a stream is too long for it.
    reply.catch(() => undefined);
    await Promise.race([sendTo(socket, content), reply]);
    return parseReply(await reply);
  } finally {
    content.destroy();
    socket.destroy();
  }
}

async function sendTo(socket: Socket, content: Readable): Promise<void> {
  await once(socket, 'connect');
  socket.write('zINSTREAM\0');
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    // A chunk of none would end the stream before what comes after it was looked at.
    if (bytes.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    socket.write(length);
    if (!socket.write(bytes)) await once(socket, 'drain');
  }
  socket.write(Buffer.alloc(4));
}

async function readReply(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text.replace(/\0.*$/s, '').trim();
}

function parseReply(reply: string): ScanResult {
  if (/^stream: OK$/.test(reply)) return { clean: true };
  const [, found] = reply.match(/^stream: (.+) FOUND$/) ?? [];
  if (found !== undefined) return { clean: false, found };
  throw new Error(`The scanner gave no verdict: ${reply.slice(0, 200)}`);
}
