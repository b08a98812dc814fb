import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The addresses of IPv4 of a name; null for a name that does not exist, undefined for silence. */
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

/** A name server on loopback that answers as the test says, with answers that nobody may keep. */
export async function startNameServer(answer: ResolveName) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, end } = parseQuestion(query);
    const type = query.readUInt16BE(end - 4);
    if (type === typeA) asked.push(name);
    const found = answer(name);
    if (found === undefined) return;
    const records = type === typeA ? (found ?? []).map(addressRecord) : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(found === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
