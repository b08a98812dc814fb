import { problemOf } from '../../../api/errors.ts';
import { words } from '../../words.ts';
import type { FormField } from '../form-fields.ts';

/** The errors of a field by the path of the value in it, such as `0.minutes`; the path of the field itself is empty. */
export type Errors = Readonly<Record<string, readonly string[]>>;

interface FieldErrors {
  fields: Readonly<Record<string, Errors>>;
  /** Errors of values that have no field in the form. */
  other: readonly string[];
}

/** @param within the property of the body that contains the fields */
export function errorsByField(fields: readonly FormField[], error: unknown, within?: string): FieldErrors {
  if (!error) return { fields: {}, other: [] };
  const all = Object.entries(problemOf(error).fields).map(([path, messages]): [string, readonly string[]] => [
    within && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path,
    messages,
  ]);
  const names = fields.map(({ name }) => name);
  const found = names.map((name) => [name, errorsBelow(Object.fromEntries(all), name)] as const);
  const other = all.filter(([path]) => !names.includes(path.split('.', 1)[0] ?? ''));
  return {
    fields: Object.fromEntries(found.filter(([, errors]) => Object.keys(errors).length > 0)),
    other: other.flatMap(([path, messages]) => messages.map((message) => `${path}: ${message}`)),
  };
}

/** The errors of a value, by the path in it. */
export const errorsBelow = (errors: Errors, name: string | number): Errors =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path === String(name) || path.startsWith(`${name}.`))
      .map(([path, messages]) => [path.slice(String(name).length + 1), messages]),
  );

/** The errors of a field and of the values in it, as texts. */
export const errorTexts = (errors: Errors): string[] =>
  Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => (path === '' ? message : `${path}: ${message}`)),
  );

/** The errors of a list whose values users see as lines: they count from 1. */
export const errorTextsOfLines = (errors: Errors): string[] =>
  Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) =>
      /^\d+$/.test(path) ? `${words.form.valueAt(Number(path) + 1)}: ${message}` : message,
    ),
  );
