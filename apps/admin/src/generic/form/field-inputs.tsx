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
  const errorsOf = (field: FormField) => {
    const current = currentErrors(errors.fields[field.name] ?? {}, sent[field.name] ?? '', textOf(field));
    // The message of the service lists the values, which the control shows.
    const isEmpty = field.kind === 'select' && field.isRequired && textOf(field) === '';
    return isEmpty && Object.keys(current).length > 0 ? { '': [words.form.unchosen] } : current;
  };
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
 * @param asked names of the fields that a dialog asks about, the first of which has the focus when it is closed
 */
export function useFieldFocus(error: unknown, isPage = false, asked?: readonly string[]) {
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<string>(undefined);
  const askedName = asked?.[0];
  useEffect(() => {
    if (askedName !== undefined) {
      name.current = askedName;
      return;
    }
    const { activeElement, body } = document;
    const dialog = form.current?.closest('dialog');
    const isFree = dialog
      ? activeElement === dialog
      : isPage && (activeElement === body || activeElement?.matches('main'));
    if (!isFree) return;
    const field = name.current && form.current?.querySelector<HTMLElement>(`[name="${name.current}"]`);
    (field || form.current?.querySelector<HTMLElement>(inputs))?.focus();
  }, [isPage, askedName]);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return form;
}
