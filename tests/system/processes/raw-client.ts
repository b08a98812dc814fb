import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection that sends exactly the bytes it is given, whatever HTTP says of them. */
export class RawClient {
  readonly socket: Socket;
  /** What came back, a byte a character. */
  text = '';
  isClosed = false;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => (this.text += text));
    this.socket.on('error', () => undefined);
    this.socket.once('close', () => {
      this.isClosed = true;
    });
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(this.text)?.[1] ?? 0);
  }

  get head(): string {
    return this.text.split('\r\n\r\n')[0] ?? '';
  }

  send(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Waits until something is true of what came back, or there is no more of it. */
  async until(isThere: (text: string) => boolean, withinMs = 60_000): Promise<this> {
    const end = performance.now() + withinMs;
    while (!isThere(this.text) && !this.isClosed) {
      if (performance.now() > end) throw new Error(`Not in time. Received: ${this.text.slice(0, 1_000)}`);
      await pause(5);
    }
    return this;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    const closed = once(this.socket, 'close');
    this.socket.destroy();
    await closed;
  }
}

/** A request as text: its line, and its header lines. */
export function requestText(method: string, target: string, headers: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
}

/** Sends a request and reads until the answer is over, or is a stream that has told its position. */
export async function sendRawRequest(
  port: number,
  method: string,
  target: string,
  headers: readonly string[] = [],
): Promise<RawClient> {
  const client = new RawClient(port).send(requestText(method, target, headers));
  // Of a stream until it has told a position; any other answer ends.
  await client.until((text) => /\r\n\r\n[\s\S]*^id: \d+\n[\s\S]*\n\n/m.test(text));
  await client.close();
  return client;
}
