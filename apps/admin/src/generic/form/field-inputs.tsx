import { useEffect, useRef } from 'react';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import type { FormField } from './form-fields.ts';
import { FormInput } from './form-input.tsx';
import { currentErrors, useSentTexts } from './validity/current-errors.ts';
import { errorsByField } from './validity/field-errors.ts';

interface FormFieldsProps {
  fields: readonly FormField[];
  textOf: (field: FormField) => string;
  onText: (name: string, text: string) => void;
  /** Names of fields whose text is not a value, or too long. */
  malformed: readonly string[];
  error: unknown;
  /** The property of the body that the form fills, by which the service names fields. */
  within?: string | undefined;
}

/** The inputs of a form with their errors, below the errors that concern no field. */
export function FormFields({ fields, textOf, onText, malformed, error, within }: FormFieldsProps) {
  const errors = errorsByField(fields, error, within);
  const sent = useSentTexts(error, () =>
    Object.fromEntries(fields.map((field) => [field.name, textOf(field)])),
  );
  const errorsOf = (field: FormField) =>
    currentErrors(errors.fields[field.name] ?? {}, sent[field.name] ?? '', textOf(field));
  return (
    <>
      {Boolean(error) && <ProblemMessage error={error} hasInputs />}
      {errors.other.length > 0 && (
        <ul>
          {errors.other.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {fields.map((field) => (
        <FormInput
          key={field.name}
          field={field}
          text={textOf(field)}
          errors={
            malformed.includes(field.name) ? { '': [words.form.malformed(field.kind)] } : errorsOf(field)
          }
          onChange={(text) => onText(field.name, text)}
        />
      ))}
    </>
  );
}

const inputs = 'input:not([type=hidden], [type=checkbox]), select, textarea';

/**
 * Moves the focus to the first field when the form opens and nothing in its dialog or page has the focus, and to the first
 * field with an error.
 *
 * @param isPage true for a form that is the content of a page
 */
export function useFieldFocus(error: unknown, isPage = false) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const dialog = form.current?.closest('dialog');
    const isFree = dialog
      ? activeElement === dialog
      : isPage && (activeElement === body || activeElement?.matches('main'));
    if (isFree) form.current?.querySelector<HTMLElement>(inputs)?.focus();
  }, [isPage]);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return form;
}
