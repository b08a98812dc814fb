import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const page = path.resolve(import.meta.dirname, '../../docs/limits.md');

interface Row {
  request: string;
  bound: string;
  constants: string;
}

/** A constant that a row of the page names, with the file that declares it. */
interface Named {
  name: string;
  file: string;
}

/** The rows of the tables with bounds, which have as many cells as their header. */
async function readRows(): Promise<Row[]> {
  const text = await readFile(page, 'utf8');
  const tables = text.split('\n\n').filter((part) => /^\| request +\| bound /.test(part));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(2));
  return rows.map((line) => {
    const [, request = '', bound = '', constants = '', ...rest] = line.split('|').map((cell) => cell.trim());
    if (rest.length !== 2) throw new Error(`The row "${request}" must have four cells`);
    return { request, bound, constants };
  });
}

const namesOf = ({ constants }: Row): Named[] =>
  [...constants.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, file })),
  );

/** The first product of numbers after the name, on the line of the declaration: `= 16 * 1024`, `count(1_000)`. */
async function readConstant({ name, file }: Named): Promise<number> {
  const source = await readFile(path.resolve(path.dirname(page), file), 'utf8');
  const [, product] =
    new RegExp(`\\b${name}\\b[^\\d\\n]*(\\d[\\d_]*(?: \\* \\d[\\d_]*)*)`).exec(source) ?? [];
  if (product === undefined) throw new Error(`${file} has no number after ${name}`);
  return product.split(' * ').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
}

/** The ways to write a value: 16384 may be 16 KiB, 300000 may be 5 min. */
const forms = (value: number): string[] =>
  [value, value / 1024, value / 1024 ** 2, value / 1000, value / 60_000]
    .map((one, index) => one.toLocaleString('en') + ['', ' KiB', ' MiB', ' s', ' min'][index])
    .filter((_, index) => index === 0 || value >= 1000);

const hasForm = (bound: string, value: number) =>
  forms(value).some((form) => new RegExp(`(?<![\\d,.])${form}(?![\\d,]*\\d)`).test(bound));

it('the page of limits states the bounds of the code', async () => {
  const rows = await readRows();
  const named = rows.flatMap((row) => namesOf(row).map((one) => ({ ...one, ...row })));
  expect([rows.length > 35, named.length > 45]).toEqual([true, true]);
  const different = [];
  for (const one of named) {
    const value = await readConstant(one);
    if (!hasForm(one.bound, value))
      different.push(`${one.request}: ${one.name} is ${value}, not ${one.bound}`);
  }
  expect(different).toEqual([]);
});

it('detects a bound that differs', () => {
  expect([hasForm('16 KiB, then 413', 16 * 1024), hasForm('16 KiB', 160 * 1024)]).toEqual([true, false]);
  expect([hasForm('10,000 rows', 10_000), hasForm('110,000 rows', 10_000)]).toEqual([true, false]);
  expect([hasForm('at most 5 min', 300_000), hasForm('10 s', 5_000)]).toEqual([true, false]);
});
