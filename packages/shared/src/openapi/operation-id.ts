import { z } from 'zod';
import { listFields } from '../contract/index.ts';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';

/**
 * Returns the operation id, which generated clients use as the method name: the verb of the method, or of the last
 * path segment, followed by the nouns of the path: `listTaskComments`, `moveTask`.
 */
export function createOperationId(one: Endpoint, isListed: (path: string) => boolean): string {
  if (one.operationId) return one.operationId;
  const parts = one.path.split('/').filter(Boolean);
  const things = parts.filter((part) => !part.startsWith(':'));
  const endsWithId = parts.at(-1)?.startsWith(':') ?? false;
  const last = things.at(-1) ?? '';
  const outer = things.slice(0, -1).map(singular);
  const whole = endsWithId ? singular(last) : last;
  const named = (verb: string, noun = whole) => toCamelCase([verb, ...outer, noun]);
  if (one.kind === 'upload' || one.kind === 'download') return named(one.kind);
  if (one.method === 'get') return named(!endsWithId && isList(one) ? 'list' : 'get');
  if (one.method === 'patch') return named('update');
  if (one.method === 'put') return named('replace');
  if (one.method === 'delete') return named('delete');
  if (isListed(one.path)) return named('create', singular(last));
  const [verb = '', ...rest] = last.split('-');
  const isOnOne = parts.at(-2)?.startsWith(':') ?? false;
  const nearest = things.at(-2) ?? '';
  const chain = [...things.slice(0, -2).map(singular), isOnOne ? singular(nearest) : nearest];
  return toCamelCase([verb, ...chain, ...rest]);
}

export function isList(one: Endpoint): boolean {
  const { shape } = successOf(one);
  return one.method === 'get' && shape !== null && listRowSchema(shape) !== undefined;
}

/** Returns the schema of a row if the response is a list, otherwise undefined. */
export function listRowSchema(shape: z.ZodType): z.ZodType | undefined {
  if (!(shape instanceof z.ZodObject)) return undefined;
  const { data, total, ...others } = shape.shape as Record<string, z.ZodType>;
  if (!(data instanceof z.ZodArray) || !total || Object.keys(others).some((name) => !(name in listFields)))
    return undefined;
  return data.element as z.ZodType;
}

/** `tasks` → `task`, `addresses` → `address`, `identities` → `identity`. */
export function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x)es$/.test(word)) return word.replace(/es$/, '');
  return /[^s]s$/.test(word) ? word.replace(/s$/, '') : word;
}

function toCamelCase(words: readonly string[]): string {
  const [first = '', ...rest] = words.filter(Boolean);
  return `${camelCaseWord(first)}${rest.map(toPascalCase).join('')}`;
}

const camelCaseWord = (word: string) =>
  word.replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase());

/** `moveTask` and `move-task` → `MoveTask`. */
export const toPascalCase = (word: string): string => {
  const name = camelCaseWord(word);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};
