import { crc32, inflateRawSync } from 'node:zlib';

/** The files of an archive by their names, as a reader finds them that begins at the end, as all do. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('Not an archive');
  const isLarge = archive.readUInt32LE(end + 16) === 0xffffffff;
  const large = isLarge ? Number(archive.readBigUInt64LE(end - 20 + 8)) : 0;
  const count = isLarge ? Number(archive.readBigUInt64LE(large + 32)) : archive.readUInt16LE(end + 10);
  let at = isLarge ? Number(archive.readBigUInt64LE(large + 48)) : archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let n = 0; n < count; n += 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const extraLength = archive.readUInt16LE(at + 30);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const bytes = contentOf(archive, at, archive.subarray(at + 46 + nameLength).subarray(0, extraLength));
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.set(name, bytes.toString('utf8'));
    at += 46 + nameLength + extraLength;
  }
  return files;
}

function contentOf(archive: Buffer, record: number, extra: Buffer): Buffer {
  const isLarge = archive.readUInt32LE(record + 42) === 0xffffffff;
  const number = (at32: number, at64: number) =>
    isLarge ? Number(extra.readBigUInt64LE(4 + at64)) : archive.readUInt32LE(record + at32);
  const [size, packed, begin] = [number(24, 0), number(20, 8), number(42, 16)];
  const head = begin + 30 + archive.readUInt16LE(begin + 26) + archive.readUInt16LE(begin + 28);
  const bytes = inflateRawSync(archive.subarray(head, head + packed));
  if (archive.readUInt32LE(begin) !== 0x04034b50 || bytes.length !== size) throw new Error('Damaged');
  return bytes;
}
