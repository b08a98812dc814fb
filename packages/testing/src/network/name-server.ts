import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Returns the IPv4 addresses of a name; null if the name does not exist, undefined to send no response. */
type ResolveName = (name: string) => string[] | null | undefined;

const typeA = 1;

function parseQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function addressRecord(address: string): Buffer {
  const head = Buffer.from([0xc0, 0x0c, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}

/** Starts a DNS server on loopback. Its records have a TTL of 0. */
export async function startNameServer(resolve: ResolveName) {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, end } = parseQuestion(query);
    const type = query.readUInt16BE(end - 4);
    if (type === typeA) queries.push(name);
    const addresses = resolve(name);
    if (addresses === undefined) return;
    const records = type === typeA ? (addresses ?? []).map(addressRecord) : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(addresses === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
