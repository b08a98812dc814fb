import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { instrument } from './instrument.ts';

/** The mutated sources of a source, each with only the changed part replaced. */
const mutated = (source: string): string[] =>
  findMutants('a.ts', source).map(
    ({ start, end, to }) => `${source.slice(0, start)}${to}${source.slice(end)}`,
  );

it.each([
  ['if (a === b) f();', ['if (true) f();', 'if (false) f();', 'if (a === b) ']],
  ['const x = a && b;', ['const x = a;', 'const x = b;']],
  ['const x = !a;', ['const x = a;']],
  [
    'const x = a < 1 ? 2 : 3;',
    ['const x = true ? 2 : 3;', 'const x = false ? 2 : 3;', 'const x = a <= 1 ? 2 : 3;'],
  ],
  [
    'const x = list.filter((one) => one.isLive());',
    ['true', 'false'].map((it) => `const x = list.filter((one) => ${it});`),
  ],
  [
    'const x = { deep: true, list: [1] };',
    ['const x = { deep: false, list: [1] };', 'const x = { deep: true, list: [] };'],
  ],
  ['throw new Error("No");', ['']],
  ['await f();', ['']],
  ['a.b = 1;', ['']],
  ['type A = { b: true };', []],
  ['while (a < b && c) a += 1;', ['while (false) a += 1;', 'while (a < b && c) ']],
])('changes %s', (source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

it.each([
  ['select a from t where b = 1 and c', ['where true and c', 'where b = 1 and true']],
  [
    'select a from t where (b or c) and d',
    ['(false or c) and d', '(b or false) and d', 'true and d', '(b or c) and true'],
  ],
  [
    'select a from t join u on u.id = t.id order by a desc',
    ['on true order by a desc', 'on u.id = t.id order by a'],
  ],
  ['select a from t where b between 1 and 2 and c', ['where true and c', 'where b between 1 and 2 and true']],
  ['select a from t where b for update skip locked', ['where true for', 'where b ', 'where b for update']],
  ["select 'a and b' from t where c <= 1", ['where true', 'c < 1']],
  ['b = ${c ? "x and y" : z} and d', ['`true and d', ' and true`']],
  ['true', ['`false`']],
  ['insert into t (a) values (1) on conflict (a) do nothing', []],
])('changes the SQL %s', (text, expected) => {
  const found = mutated(`const x = sql\`${text}\`;`);
  const changed = found.filter((one) => one.includes('sql`'));
  expect(changed).toHaveLength(expected.length + Number(text.includes('?')) * 2);
  for (const part of expected) expect(changed.filter((one) => one.includes(part))).not.toEqual([]);
});

it('executes the changed part of the active mutant only', () => {
  const source = `function f(ready: boolean, a: unknown) {
    const calls: string[] = [];
    if (!ready && (a as number) < 2) calls.push('call');
    else calls.push('other');
    return calls.length === 1 ? calls : [];
  }`;
  const mutants = findMutants('a.ts', source).map((one, id) => ({ ...one, id }));
  const code = `${stripTypeScriptTypes(instrument(source, mutants))} return f;`;
  const run = (active: number | null, ...args: unknown[]) => {
    Object.assign(globalThis, { isMutant: (id: number) => id === active });
    return new Function(code)()(...args);
  };
  expect([run(null, false, 1), run(null, true, 1), run(null, false, 2)]).toEqual([
    ['call'],
    ['other'],
    ['other'],
  ]);
  const idOf = (change: string) => mutants.find((one) => one.change === change)?.id ?? -1;
  expect(run(idOf('ready'), false, 1)).toEqual(['other']);
  expect(run(idOf('(a as number) <= 2'), false, 2)).toEqual(['call']);
  expect(run(idOf('removed'), false, 1)).toEqual([]);
});
