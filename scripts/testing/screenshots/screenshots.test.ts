import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { smallPng } from './screenshots.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

/** @param lines each with the number of its filter first */
function pngOf(width: number, lines: readonly (readonly number[])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(lines.length, 4);
  header.set([8, 2], 8);
  const data = chunk('IDAT', deflateSync(Buffer.from(lines.flat())));
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

function partsOf(png: Buffer): Record<string, Buffer> {
  const parts: Record<string, Buffer> = {};
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    parts[png.toString('latin1', at + 4, at + 8)] = png.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  return parts;
}

it('keeps the colors of an image, whatever the filters of its lines', () => {
  const [red, grey] = [
    [200, 10, 20],
    [100, 100, 100],
  ] as const;
  const small = smallPng(
    pngOf(2, [
      [0, ...red, ...grey],
      [1, ...red, 156, 90, 80],
      [2, 0, 0, 0, 0, 0, 0],
      [4, 156, 90, 80, 0, 0, 0],
    ]),
  );
  const { IHDR, PLTE, IDAT } = partsOf(small);
  expect([...(IHDR ?? [])].slice(7, 10)).toEqual([4, 8, 3]);
  expect([...(PLTE ?? [])]).toEqual([...red, ...grey]);
  expect([...inflateSync(IDAT ?? '')]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1]);
});

it('has at most 256 colors', () => {
  const colors = Array.from({ length: 300 }, (_, index) => [index % 256, index >> 8, 0]);
  const small = smallPng(pngOf(300, [[0, ...colors.flat()]]));
  expect(partsOf(small).PLTE?.length).toBeLessThanOrEqual(768);
});
