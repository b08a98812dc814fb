import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

export type ScanResult = { clean: true } | { clean: false; found: string };

/** Without progress of the content, and for the reply. */
const defaultTimeoutMs = 30_000;
/** Enough for a result with the name of a signature. */
const maxReplyBytes = 1_024;

/**
 * Scans a stream with a ClamAV daemon. Its INSTREAM command takes chunks prefixed by their length, then an empty
 * chunk.
 *
 * @param url `tcp://host:port`
 * @param size of the content in bytes: a part of a file may be clean when the file is not
 * @throws Error if the content has another size, or the daemon does not return a result
 */
export async function scan(
  url: string,
  content: Readable,
  size: number,
  timeoutMs = defaultTimeoutMs,
): Promise<ScanResult> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  // Only content that is sent is progress: bytes of a reply that never ends are not.
  const timer = setTimeout(
    () => socket.destroy(new Error('The virus scanner did not respond in time')),
    timeoutMs,
  );
  try {
    const reply = readReply(socket);
    // Prevents an unhandled rejection; the reply is awaited below. It may arrive before all is sent: if a stream is too
    // long, the daemon responds and closes the connection.
    reply.catch(() => undefined);
    let isSent = false;
    const sending = sendTo(socket, content, size, () => timer.refresh()).then(() => {
      isSent = true;
    });
    await Promise.race([sending, reply]);
    const result = parseReply(await reply);
    if (result.clean && !isSent)
      throw new Error('The virus scanner responded before it had all of the content');
    return result;
  } finally {
    clearTimeout(timer);
    content.destroy();
    socket.destroy();
  }
}

async function sendTo(
  socket: Socket,
  content: Readable,
  size: number,
  onProgress: () => void,
): Promise<void> {
  await once(socket, 'connect');
  socket.write('zINSTREAM\0');
  let sent = 0;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    // An empty chunk would end the stream early, and leave the rest unscanned.
    if (bytes.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    socket.write(length);
    if (!socket.write(bytes)) await once(socket, 'drain');
    sent += bytes.length;
    onProgress();
  }
  if (sent !== size) throw new Error(`The content has ${sent} bytes instead of ${size}`);
  socket.write(Buffer.alloc(4));
}

async function readReply(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.length > maxReplyBytes) throw new Error('The response of the virus scanner is too long');
  }
  return text.replace(/\0.*$/s, '').trim();
}

function parseReply(reply: string): ScanResult {
  if (/^stream: OK$/.test(reply)) return { clean: true };
  const [, found] = reply.match(/^stream: (.+) FOUND$/) ?? [];
  if (found !== undefined) return { clean: false, found: printable(found) };
  throw new Error(`Unexpected response of the virus scanner: ${printable(reply)}`);
}

/** The beginning of a text, without control and bidirectional characters: clients and logs show it. */
const printable = (text: string): string => text.replace(/[^ -~]/g, '?').slice(0, 200);
