import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** True for a run that writes the screenshots of the guides, not only opens their screens. */
export const isWritingScreenshots = process.env.WRITE_SCREENSHOTS === '1';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColors = 256;

interface Image {
  width: number;
  height: number;
  /** Red, green and blue of each pixel. */
  pixels: Uint8Array;
}

/** A PNG with a palette, which takes much less space. Similar colors become equal if there are more than 256. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const { palette, indexes } = indexed(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  // Each line begins with its filter: none.
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    lines.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const found = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    found.push({ type: png.toString('latin1', at + 4, at + 8), data });
    at += length + 12;
  }
  return found;
}

/** Reads what browsers write: 8 bits for each of three or four channels, not interlaced. */
function decode(png: Buffer): Image {
  const chunks = chunksOf(png);
  const header = chunks[0]?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 6 ? 4 : 3;
  const data = inflateSync(Buffer.concat(chunks.flatMap((one) => (one.type === 'IDAT' ? [one.data] : []))));
  const stride = width * channels;
  const pixels = new Uint8Array(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const line = unfiltered(data[start] ?? 0, data.subarray(start + 1, start + 1 + stride), above, channels);
    for (let x = 0; x < width; x += 1)
      pixels.set(line.subarray(x * channels, x * channels + 3), (y * width + x) * 3);
    above = line;
  }
  return { width, height, pixels };
}

/** A line without its filter, which stores the difference from the pixels to the left and above. */
function unfiltered(
  filter: number,
  line: Uint8Array,
  above: Uint8Array,
  channels: number,
): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(line.length);
  for (let i = 0; i < line.length; i += 1) {
    const left = i >= channels ? (result[i - channels] ?? 0) : 0;
    const corner = i >= channels ? (above[i - channels] ?? 0) : 0;
    result[i] = (line[i] ?? 0) + predicted(filter, left, above[i] ?? 0, corner);
  }
  return result;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + up - corner;
  const distances = [left, up, corner].map((one) => Math.abs(estimate - one));
  const nearest = distances.indexOf(Math.min(...distances));
  return [left, up, corner][nearest] ?? 0;
}

/** The colors of an image, and the index of each pixel among them. */
function indexed(pixels: Uint8Array): { palette: Buffer; indexes: Uint8Array } {
  for (let lostBits = 0; ; lostBits += 1) {
    const colors = new Map<number, number>();
    const indexes = new Uint8Array(pixels.length / 3);
    const palette: number[] = [];
    for (let i = 0; i < indexes.length && colors.size <= maxColors; i += 1) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 3, i * 3 + 3);
      const key = ((red >> lostBits) << 16) | ((green >> lostBits) << 8) | (blue >> lostBits);
      if (!colors.has(key)) palette.push(red, green, blue);
      const index = colors.get(key) ?? colors.size;
      colors.set(key, index);
      indexes[i] = index;
    }
    if (colors.size <= maxColors) return { palette: Buffer.from(palette), indexes };
  }
}
