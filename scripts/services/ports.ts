import { createServer } from 'node:net';

/** True if a process can listen on the port: at the address `host` or, without one, at all addresses. */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  );
}

/** The recorded port if it is free, otherwise one assigned by the operating system. */
export async function loopbackPort(recorded: number | undefined): Promise<number> {
  if (recorded !== undefined && (await isPortFree(recorded, '127.0.0.1'))) return recorded;
  return listenOnce(0, '127.0.0.1');
}

function listenOnce(port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
