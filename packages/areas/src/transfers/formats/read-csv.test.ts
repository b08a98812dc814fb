import { maxImportRows, UnreadableFile } from '@wfp/shared';
import { expect, it, vi } from 'vitest';
import { maxImportBytes, readCsv, sliceBytes } from './read-csv.ts';

const known = ['first_name', 'last_name', 'hire_date'];
const header = `${known.join(',')}\n`;

/** Reads a file; returns its rows or its error, the turns that other work got, and the lengths of the slices that were read. */
async function read(content: string) {
  const bytes = Buffer.from(content);
  const slices = vi.spyOn(bytes, 'subarray');
  let turns = 0;
  let isReading = true;
  const count = () => {
    if (!isReading) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const result = await readCsv(bytes, known).catch((error: unknown) => error);
  isReading = false;
  return { result, turns, slices: slices.mock.results.map(({ value }) => value.length as number) };
}

const fill = (part: string, size = maxImportBytes) => part.repeat(Math.floor(size / part.length));

it.each([
  ['long rows', header + fill(`Ann,${'x'.repeat(500)},2024-01-01\n`, 4 * 1024 * 1024)],
  ['empty lines', header + fill('\n')],
  ['empty lines that end with CRLF', header.replace('\n', '\r\n') + fill('\r\n')],
])('lets other work run while it reads %s', async (_, content) => {
  const { result, turns, slices } = await read(content);
  expect(result).toBeInstanceOf(Array);
  expect(slices).toHaveLength(Math.ceil(content.length / sliceBytes));
  expect(turns).toBeGreaterThanOrEqual(slices.length - 1);
});

it.each([
  ['a header of commas', fill(','), 1, /^Must be one of: first_name/],
  ['a header of quoted empty cells', fill('"",'), 1, /^Must be one of: first_name/],
  ['a header that repeats a column', fill('last_name,'), 1, /^Must not occur more than once/],
  ['a row of commas', header + fill(','), 2, /^Invalid Record Length: expect 3, got more on line 2$/],
  ['a row of quoted empty cells', header + fill('"",'), 2, /^Invalid Record Length: .* on line 2$/],
  ['a later row of commas', `${header}a,b,c\n${fill(',')}`, 3, /^Invalid Record Length: .* on line 3$/],
  ['rows of commas', header + fill(',,\n'), maxImportRows + 2, /^More than 10000 rows$/],
  ['one long cell', header + fill('x'), 2, /^Max Record Size: /],
  ['a quote after a long cell', `${header}${'a'.repeat(250_000)}"`, 2, /^Invalid Opening Quote: .{10,100}$/],
])('stops reading at the first error in %s', async (_, content, row, message) => {
  const { result, slices } = await read(content);
  expect(result).toBeInstanceOf(UnreadableFile);
  expect(result).toMatchObject({ row, message: expect.stringMatching(message) });
  expect(Math.max(...slices)).toBe(sliceBytes);
  // The longest row has 256 KiB. One more slice may be read while the parser stops.
  expect(slices.length).toBeLessThanOrEqual((256 * 1024) / sliceBytes + 2);
});

it('reads cells, quotes and characters that are divided between slices', async () => {
  const cell = '"Ä ""ö"", ü"';
  const rows = Array.from({ length: 8_000 }, (_, n) => `${n},${cell},2024-01-01\r\n`);
  const { result, slices } = await read(`\ufeff${known.join(',')}\r\n\r\n${rows.join('')}`);
  expect(slices.length).toBeGreaterThan(5);
  const expected = rows.map((_, n) => ({
    number: n + 2,
    cells: { first_name: String(n), last_name: 'Ä "ö", ü', hire_date: '2024-01-01' },
  }));
  expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
});

it('permits the maximum number of rows, each with all columns', async () => {
  const { result } = await read(header + ',,\n'.repeat(maxImportRows));
  expect(result).toHaveLength(maxImportRows);
});
