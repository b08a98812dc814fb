import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy whose target can be switched and whose connections can be cut. */
export interface SwitchingProxy {
  url: string;
  /** Sets the target of new connections; null destroys them immediately. */
  pointAt(port: number | null): void;
  /** Destroys all open connections. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a proxy on loopback without a target. */
export async function startSwitchingProxy(): Promise<SwitchingProxy> {
  const open = new Set<Socket>();
  let target: number | null = null;
  const server = createServer((client) => {
    if (target === null) {
      client.destroy();
      return;
    }
    const pod = connect(target, 'localhost');
    for (const [socket, other] of [
      [client, pod],
      [pod, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(pod).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pointAt: (port) => {
      target = port;
    },
    cut,
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
