import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Called with each chunk of data that a connection receives. */
export type RawBehaviour = (socket: Socket, request: string) => void;

/** Starts a TCP receiver without an HTTP layer, so that tests can violate the protocol. */
export async function startRawReceiver(behave: RawBehaviour, tls?: { cert: string; key: string }) {
  const open = new Set<Socket>();
  const requests: string[] = [];
  const take = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      requests.push(chunk.toString('latin1'));
      behave(socket, chunk.toString('latin1'));
    });
  };
  const greeters: ((socket: Socket) => void)[] = [];
  const server = tls ? createTlsServer(tls, take) : createServer(take);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    for (const greet of greeters) greet(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    requests,
    openSockets: () => open.size,
    /** Calls a function for each connection, for protocols in which the server begins. */
    onConnection: (greet: (socket: Socket) => void) => void greeters.push(greet),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
