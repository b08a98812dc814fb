import { connect, type Socket } from 'node:net';

/** A connection that sends GET requests, and reads the responses only when {@link read} is called. */
export class UnreadConnection {
  readonly #socket: Socket;
  #pauseAt = 0;
  /** Bytes. */
  received = 0;
  isClosed = false;

  constructor(url: string, { token }: { token: string }, paths: readonly string[]) {
    this.#socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.#socket.pause();
    this.#socket.on('data', (chunk) => {
      this.received += chunk.length;
      if (this.received >= this.#pauseAt) this.#socket.pause();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      this.isClosed = true;
    });
    for (const path of paths)
      this.#socket.write(`GET /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  }

  /** Reads about as many bytes; all by default. */
  read(bytes = Number.POSITIVE_INFINITY): void {
    this.#pauseAt = this.received + bytes;
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }
}
