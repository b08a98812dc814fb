import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines, unescapeFormula } from './cells.ts';
import { formatRows } from './formats.ts';

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tcmd', "'\tcmd"],
    ['\rcmd', `"'\rcmd"`],
    ['\ncmd', `"'\ncmd"`],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ["'=1+1", "''=1+1"],
    ["it's", "it's"],
    [-12.5, '-12.5'],
    [0, '0'],
    [-5n, '-5'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    ['', ''],
    ['a,b', '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ['two\nlines', '"two\nlines"'],
    [' space ', '" space "'],
    ['ünïcödé 🍵', 'ünïcödé 🍵'],
    [new Date('2026-03-14T09:26:53.589Z'), '2026-03-14T09:26:53.589Z'],
    [['a', 'b'], '"[""a"",""b""]"'],
  ])('%o is written as %s', (value, text) => {
    expect(csvLines([['a', value, 'b']])).toBe(`a,${text},b\r\n`);
  });

  it('is restored by the import and is never a formula', () => {
    const line = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(line, (values) => {
        const [record] = parse(csvLines([values])) as string[][];
        expect(record?.map(unescapeFormula)).toEqual(values);
        for (const one of record ?? []) expect(one).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});

describe('a file', () => {
  const rows = [
    { id: 1, title: 'a' },
    { id: 2n, title: null },
  ];
  async function* batches(seen: { read: number }) {
    for (const row of rows) {
      seen.read += 1;
      yield [row];
    }
  }
  const fileOf = async (format: 'csv' | 'json' | 'ndjson', some: AsyncIterable<object[]>) => {
    let text = '';
    for await (const piece of formatRows(format, ['title', 'id'], some as never)) text += piece;
    return text;
  };

  it('has the columns in the given order in each format', async () => {
    expect(await fileOf('csv', batches({ read: 0 }))).toBe('title,id\r\na,1\r\n,2\r\n');
    expect(JSON.parse(await fileOf('json', batches({ read: 0 })))).toEqual([
      { title: 'a', id: 1 },
      { title: null, id: 2 },
    ]);
    expect(await fileOf('ndjson', batches({ read: 0 }))).toBe(
      '{"title":"a","id":1}\n{"title":null,"id":2}\n',
    );
  });

  it('is valid without rows', async () => {
    async function* none() {}
    expect(await fileOf('csv', none())).toBe('title,id\r\n');
    expect(JSON.parse(await fileOf('json', none()))).toEqual([]);
    expect(await fileOf('ndjson', none())).toBe('');
  });

  it('reads rows lazily', async () => {
    const seen = { read: 0 };
    const pieces = formatRows('ndjson', ['id'], batches(seen));
    expect(seen.read).toBe(0);
    await pieces.next();
    expect(seen.read).toBe(1);
    await pieces.return();
    expect(seen.read).toBe(1);
  });
});
