import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive. Its content is asked for once it is its turn. */
export interface Entry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** What the directory at the end says of an entry. */
interface Written {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes and places from here on do not fit into 32 bits and stand in fields of their own (ZIP64). */
const most32Bits = 0xffffffff;
/** Names are UTF-8, and sizes follow the bytes, since they are not known before. */
const flags = 0x0808;
const deflated = 8;
const version = 45;

/**
 * A ZIP archive of entries that are written one after the other, in pieces: never more than a piece is in memory.
 *
 * @param zip64From a size from which on ZIP64 is used
 */
export async function* zipped(
  entries: AsyncIterable<Entry>,
  moment: Date,
  zip64From = most32Bits,
): AsyncGenerator<Buffer, void> {
  const directory: Written[] = [];
  const stamp = dosTime(moment);
  let at = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 };
    const head = localHeader(entry, stamp);
    yield head;
    for await (const piece of packed(content, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    const tail = descriptor(entry, zip64From);
    yield tail;
    at += head.length + entry.packed + tail.length;
    directory.push(entry);
  }
  const begin = at;
  for (const entry of directory) {
    const record = directoryRecord(entry, stamp, zip64From);
    at += record.length;
    yield record;
  }
  yield end({ count: directory.length, begin, length: at - begin }, zip64From);
}

/** The content deflated, while its sum and size are noted. */
async function* packed(content: Entry['content'], entry: Written): AsyncGenerator<Buffer, void> {
  async function* summed() {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  // A failure of the content destroys `deflate`, and so reaches whoever reads from it.
  pipeline(Readable.from(summed()), deflate, () => undefined);
  yield* deflate as AsyncIterable<Buffer>;
}

/** Date and time as ZIP has them: two seconds apart, from 1980 on. */
function dosTime(moment: Date): Buffer {
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  const day =
    ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  return fields([time, 2], [day, 2]);
}

function localHeader({ name }: Written, stamp: Buffer): Buffer {
  return Buffer.concat([
    fields([0x04034b50, 4], [version, 2], [flags, 2], [deflated, 2]),
    stamp,
    fields([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);
}

const isLarge = ({ size, packed, at }: Written, zip64From: number) => Math.max(size, packed, at) >= zip64From;

function descriptor(entry: Written, zip64From: number): Buffer {
  const width = Math.max(entry.size, entry.packed) >= zip64From ? 8 : 4;
  return fields([0x08074b50, 4], [entry.crc, 4], [entry.packed, width], [entry.size, width]);
}

function directoryRecord(entry: Written, stamp: Buffer, zip64From: number): Buffer {
  const large = isLarge(entry, zip64From);
  const extra = large
    ? fields([1, 2], [24, 2], [entry.size, 8], [entry.packed, 8], [entry.at, 8])
    : Buffer.alloc(0);
  const shown = (value: number) => (large ? most32Bits : value);
  return Buffer.concat([
    fields([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2]),
    stamp,
    fields([entry.crc, 4], [shown(entry.packed), 4], [shown(entry.size), 4]),
    fields([entry.name.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2], [0, 4], [shown(entry.at), 4]),
    entry.name,
    extra,
  ]);
}

function end(directory: { count: number; begin: number; length: number }, zip64From: number): Buffer {
  const { count, begin, length } = directory;
  const large = Math.max(begin, length) >= zip64From || count >= 0xffff;
  const place = begin + length;
  const large64 = Buffer.concat([
    fields([0x06064b50, 4], [44, 8], [version, 2], [version, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [length, 8], [begin, 8]),
    fields([0x07064b50, 4], [0, 4], [place, 8], [1, 4]),
  ]);
  const shown = large ? 0xffff : count;
  const short = fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [shown, 2],
    [shown, 2],
    [large ? most32Bits : length, 4],
    [large ? most32Bits : begin, 4],
    [0, 2],
  );
  return large ? Buffer.concat([large64, short]) : short;
}

/** Numbers in little-endian order, each with its width in bytes. */
function fields(...values: [value: number, width: 2 | 4 | 8][]): Buffer {
  const bytes = Buffer.alloc(values.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of values) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}
