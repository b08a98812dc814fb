import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, isIPv4 } from 'node:net';

/**
 * Returns the IPv4 and IPv6 addresses of a name, and the name that it is an alias of; null if the name does not exist,
 * undefined to send no response.
 */
type ResolveName = (name: string) => string[] | null | undefined;

const typeA = 1;
const typeAaaa = 28;
const typeCname = 5;

function parseQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** The 16 bytes of an IPv6 address, which a URL writes with hexadecimal groups only. */
function bytesOfSix(address: string): number[] {
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}

function addressRecord(address: string): Buffer {
  const isFour = isIPv4(address);
  const bytes = isFour ? address.split('.').map(Number) : bytesOfSix(address);
  const head = Buffer.from([0xc0, 0x0c, 0, isFour ? typeA : typeAaaa, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

function aliasRecord(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  const head = Buffer.from([0xc0, 0x0c, 0, typeCname, 0, 1, 0, 0, 0, 0, 0, labels.length + 1]);
  return Buffer.concat([head, Buffer.from([...labels, 0])]);
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
    const records = (addresses ?? []).flatMap((one) => {
      if (isIP(one) === 0) return [aliasRecord(one)];
      return type === (isIPv4(one) ? typeA : typeAaaa) ? [addressRecord(one)] : [];
    });
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
