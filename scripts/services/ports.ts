import { createServer } from 'node:net';

/**
 * True if no process listens on the port: at the address `host` or, without one, at all addresses. No process can listen at an
 * address that this machine does not have.
 */
export function isPortFree(port: number, host?: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT',
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
