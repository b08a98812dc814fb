import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Redis } from 'ioredis';

// The floor of streams: receives the relay's messages and writes one prepared chunk to every socket. It neither
// authenticates clients nor handles slow clients and gaps.
const sockets = new Set<Socket>();
const redis = new Redis(process.env.REDIS_URL ?? '');

redis.on('message', (_channel, text: string) => {
  const events = JSON.parse(text) as { seq: number; record: string }[];
  const frames = Buffer.from(events.map(({ seq, record }) => `id: ${seq}\ndata: ${record}\n\n`).join(''));
  const chunk = Buffer.concat([
    Buffer.from(`${frames.length.toString(16)}\r\n`),
    frames,
    Buffer.from('\r\n'),
  ]);
  for (const socket of sockets) socket.write(chunk);
});

const server = createServer(async (req, res) => {
  if (req.url?.startsWith('/channel/')) {
    await redis.subscribe(decodeURIComponent(req.url.slice('/channel/'.length)));
    res.end();
    return;
  }
  if (req.url === '/api/health') {
    res.end();
    return;
  }
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  res.write(': hello\n\n');
  const { socket } = res;
  if (!socket) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
