import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpointName, endpoints } from '../generated/request.ts';

type Schema = z.core.$ZodType;

/** Texts that are compared, hashed or looked up, but never stored. */
const notStored = new Set([
  ...['password', 'current_password', 'new_password', 'confirm', 'org_slug', 'permissions', '(key)'],
  ...['token', 'refresh_token', 'mfa_token', 'recovery_code'],
]);

/** Values to which characters are added; a field is tested with the first one that it accepts. */
const samples = [
  'abcdef',
  'Abcdef',
  'https://example.test/abcdef',
  'abc.def',
  'abcdef@example.test',
  'image/png',
];

/** The schemas of text in a body, with their paths. */
function findTexts(schema: Schema, path: string): [path: string, text: Schema][] {
  const { def } = schema._zod as { def: Record<string, any> };
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, Schema>).flatMap(([name, one]) =>
        findTexts(one, `${path}.${name}`),
      );
    case 'array':
      return findTexts(def.element, path);
    case 'record':
      return [...findTexts(def.keyType, `${path}.(key)`), ...findTexts(def.valueType, path)];
    case 'union':
      return (def.options as Schema[]).flatMap((one) => findTexts(one, path));
    case 'lazy':
      return findTexts(def.getter(), path);
    case 'pipe':
      return findTexts(def.in, path).length > 0 ? [[path, schema]] : [];
    case 'string':
      return [[path, schema]];
    default:
      return def.innerType ? findTexts(def.innerType, path) : [];
  }
}

const accepts = (schema: Schema, value: string) => z.safeParse(schema, value).success;

/** The characters of `all` that a text accepts between others. */
function acceptedCharacters(text: Schema, all: readonly string[]): string[] {
  const sample = samples.find((one) => accepts(text, one));
  if (sample === undefined) return [];
  return all.filter((one) => accepts(text, `${sample.slice(0, -2)}${one}${sample.slice(-2)}`));
}

const texts = endpoints
  .flatMap((one) => (one.body ? findTexts(one.body, endpointName(one)) : []))
  .filter(([path]) => !notStored.has(path.split('.').pop() ?? ''));

it('no text of a body accepts control characters other than tabs and line breaks', () => {
  const accepting = texts.filter(
    ([, text]) => acceptedCharacters(text, ['\x07', '\x1b', '\x7f', '\x85']).length > 0,
  );
  expect(accepting.map(([path]) => path)).toEqual([]);
});

it('a text that is one line accepts no invisible characters', () => {
  const lines = texts.filter(([, text]) => acceptedCharacters(text, ['\n']).length === 0);
  expect(lines.length).toBeGreaterThan(100);
  const hidden = ['\u200b', '\u200e', '\u061c', '\u2060', '\u2064', '\ufeff', '\u{e0041}', '\u202e'];
  const accepting = lines.filter(([, text]) => acceptedCharacters(text, hidden).length > 0);
  expect(accepting.map(([path]) => path)).toEqual([]);
});
