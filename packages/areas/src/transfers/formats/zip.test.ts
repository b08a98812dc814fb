import { describe, expect, it } from 'vitest';
import { unzip } from '../testing/unzip.ts';
import { createZip } from './zip.ts';

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}
const readAll = async (archive: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const piece of archive) pieces.push(piece);
  return Buffer.concat(pieces);
};
const moment = new Date('2026-11-21T12:34:56Z');

describe('an archive', () => {
  it('contains its entries', async () => {
    const long = 'Zeile, "quoted" 日本語 🍵\r\n'.repeat(50_000);
    const entries = [
      { name: 'a/long.csv', content: pieces(long.slice(0, 700_001), long.slice(700_001)) },
      { name: 'empty.csv', content: pieces() },
      { name: 'größe.json', content: pieces('{', '}') },
    ];
    const archive = await readAll(createZip(entries, moment));
    expect(archive.length).toBeLessThan(long.length / 10);
    const files = await unzip(archive);
    expect([...files.keys()]).toEqual(['a/long.csv', 'empty.csv', 'größe.json']);
    expect(files.get('a/long.csv') === long).toBe(true);
    expect([files.get('empty.csv'), files.get('größe.json')]).toEqual(['', '{}']);
  });

  it('keeps only a few chunks in memory', async () => {
    let reads = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) {
          reads += 1;
          yield `${reads}`.repeat(10_000);
        }
      } finally {
        isClosed = true;
      }
    }
    const archive = createZip([{ name: 'endless', content: endless() }], moment)[Symbol.asyncIterator]();
    for (let taken = 0; taken < 5; taken += 1) await archive.next();
    expect(reads).toBeLessThan(1_000);
    await archive.return?.();
    await expect.poll(() => isClosed).toBe(true);
  });

  it('fails if its content fails', async () => {
    async function* broken() {
      yield 'half';
      throw new Error('The table broke');
    }
    const failing = readAll(createZip([{ name: 'broken', content: broken() }], moment));
    await expect(failing).rejects.toThrow('The table broke');
  });
});
