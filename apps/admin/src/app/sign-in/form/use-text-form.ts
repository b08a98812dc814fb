import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../../api/errors.ts';
import { words } from '../../words.ts';

export interface TextField<Name extends string> {
  /** As in the body of the request. */
  name: Name;
  label: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  inputMode?: 'numeric';
  hint?: string;
  isOptional?: boolean;
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

interface TextFormOptions<Name extends string, Result> {
  fields: readonly TextField<Name>[];
  initial?: Partial<Values<Name>>;
  /** Spaces around the values are removed, except those of passwords. */
  send: (values: Values<Name>) => Promise<Result>;
  onDone: (result: Result) => void;
  onRefused?: (error: unknown) => void;
}

/** The state of a form whose fields are texts. */
export interface TextFormState<Name extends string> {
  element: RefObject<HTMLFormElement | null>;
  values: Values<Name>;
  setValue: (name: Name, value: string) => void;
  submit: (event: FormEvent) => void;
  isPending: boolean;
  error: unknown;
  /** By name of the field. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** Errors that concern no field of the form. */
  otherErrors: readonly string[];
}

export function useTextForm<Name extends string, Result>({
  fields,
  initial = {},
  send,
  onDone,
  onRefused,
}: TextFormOptions<Name, Result>): TextFormState<Name> {
  const [values, setValues] = useState(() => valuesOf(fields, ({ name }) => initial[name] ?? ''));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { mutate, isPending, error } = useMutation<Result, unknown>({
    mutationFn: () =>
      send(valuesOf(fields, ({ name, type }) => (type === 'password' ? values[name] : values[name].trim()))),
    onSuccess: onDone,
    onError: onRefused,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = fields.filter((field) => !field.isOptional && values[field.name].trim() === '');
    setMissing(empty.map(({ name }) => name));
    if (empty.length === 0 && !isPending) mutate();
  };
  const rejected = error ? problemOf(error).fields : {};
  const isField = (name: string) => fields.some((field) => field.name === name);
  return {
    element: useFocusOnError(error, missing),
    values,
    setValue: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    submit,
    isPending,
    error,
    errors: { ...rejected, ...Object.fromEntries(missing.map((name) => [name, [words.signIn.missing]])) },
    otherErrors: Object.entries(rejected).flatMap(([name, messages]) => (isField(name) ? [] : messages)),
  };
}

function valuesOf<Name extends string>(
  fields: readonly TextField<Name>[],
  value: (field: TextField<Name>) => string,
): Values<Name> {
  return Object.fromEntries(fields.map((field) => [field.name, value(field)])) as Record<Name, string>;
}

/** Moves the focus to the first field with an error. */
function useFocusOnError(error: unknown, missing: readonly string[]) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error || missing.length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error, missing]);
  return element;
}
