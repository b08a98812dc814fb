import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can stop forwarding without closing connections. */
export interface BlackHole {
  url: string;
  /** Blocks open connections; new ones are accepted but not forwarded. */
  open(): void;
  /** Closes the blocked connections; new ones are forwarded. */
  close(): void;
  stop(): Promise<void>;
}

/** Starts a forwarding proxy in front of a database. */
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
