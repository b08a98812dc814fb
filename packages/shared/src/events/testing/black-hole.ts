import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can stop leading anywhere, without a word to either side. */
export interface BlackHole {
  url: string;
  /** From now on nothing passes on connections that are open, and new ones lead nowhere. */
  open(): void;
  /** Connections that led nowhere are closed at last, and new ones pass. */
  close(): void;
  stop(): Promise<void>;
}

/** Puts a black hole, closed at first, before a server. */
export async function startBlackHole(databaseUrl: string): Promise<BlackHole> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (!isOpen) to.write(chunk);
      });
      from.on('close', () => {
        if (!isOpen) to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    open: () => {
      isOpen = true;
    },
    close: () => {
      isOpen = false;
      destroyAll();
    },
    stop: async () => {
      server.close();
      destroyAll();
      await once(server, 'close');
    },
  };
}
