import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of the pods: bytes go to the one it points at, and connections can be cut. */
export interface SwitchingProxy {
  url: string;
  /** How many connections it has taken. */
  readonly taken: number;
  /** New connections go to this port; null: they are cut at once, as where no pod is left. */
  pointAt(port: number | null): void;
  /** Cuts whatever is open, without a word to either side. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a proxy on loopback that points nowhere. */
export async function startSwitchingProxy(): Promise<SwitchingProxy> {
  const open = new Set<Socket>();
  let target: number | null = null;
  let taken = 0;
  const server = createServer((client) => {
    taken += 1;
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
    get taken() {
      return taken;
    },
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
