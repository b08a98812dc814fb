import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that operating systems give to outgoing connections and to `listen(0)`: a process that is killed
 * finds its port free when it starts again.
 */
const firstPort = 10_240;
const ports = 20_000;

/**
 * Returns a port for a process that a test starts. No other caller gets it, in any process, until this one ends: its
 * UDP twin stays bound as the reservation.
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

/** Returns how to give the reservation back; null where another caller has it. */
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
