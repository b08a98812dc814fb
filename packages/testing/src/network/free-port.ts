import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral range, so that no outgoing connection has the port of a server that a test kills and restarts. */
const firstPort = 10_240;
const ports = 20_000;

/**
 * Returns a free port. No other caller in any process gets it while this process runs: the UDP port of the same
 * number stays bound as a reservation.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * ports);
    const release = await reserve(port);
    if (!release) continue;
    if (await canListen(port)) return port;
    release();
  }
}

/** Returns a function that releases the reservation; null if the port is reserved. */
async function reserve(port: number): Promise<(() => void) | null> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
    return () => socket.close();
  } catch {
    return null;
  }
}

/** True if no process listens on the port, on any address. */
async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
