import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxStallMs } from '@wfp/testing/max-stall.ts';

/** A TCP connection that sends arbitrary bytes. */
export class RawClient {
  readonly socket: Socket;
  /** Received bytes, one character each (latin1). */
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

  /** Waits until a condition holds for the received text, or the connection closes. */
  async until(isThere: (text: string) => boolean, withinMs = maxStallMs): Promise<this> {
    const end = performance.now() + withinMs;
    while (!isThere(this.text) && !this.isClosed) {
      if (performance.now() > end) throw new Error(`Timed out. Received: ${this.text.slice(0, 1_000)}`);
      await sleep(5);
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

/** Formats a request without a body. */
export function requestText(method: string, target: string, headers: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
}

/** Sends a request and reads the response, or a stream up to its first `id:` line. */
export async function sendRawRequest(
  port: number,
  method: string,
  target: string,
  headers: readonly string[] = [],
): Promise<RawClient> {
  const client = new RawClient(port).send(requestText(method, target, headers));
  await client.until((text) => /\r\n\r\n[\s\S]*^id: \d+\n[\s\S]*\n\n/m.test(text));
  await client.close();
  return client;
}
