import type { ReactNode } from 'react';
import { ProblemMessage } from '../../../generic/problem-message.tsx';
import { Button } from '../../../kit/button.tsx';
import { controlClass, Field } from '../../../kit/field.tsx';
import styles from '../../main-page.module.css';
import type { TextField, TextFormState } from './use-text-form.ts';

interface TextFormProps<Name extends string> {
  form: TextFormState<Name>;
  /** The label of the button. */
  submit: string;
  /** The account of a new password, which password managers store with it. */
  username?: string;
  /** Shown instead of the error. */
  problem?: ReactNode;
  children?: ReactNode;
}

/** A form with its errors and its button; `children` are its fields. */
export function TextForm<Name extends string>({
  form,
  submit,
  username,
  problem,
  children,
}: TextFormProps<Name>) {
  const { element, error, otherErrors, isPending } = form;
  return (
    <form ref={element} className={styles.form} onSubmit={form.submit} noValidate>
      {problem ?? (error ? <ProblemMessage error={error} hasInputs /> : null)}
      {otherErrors.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {username && <input type="text" autoComplete="username" value={username} readOnly hidden />}
      {children}
      <Button type="submit" variant="primary" aria-disabled={isPending}>
        {submit}
      </Button>
    </form>
  );
}

interface TextInputProps<Name extends string> {
  form: TextFormState<Name>;
  field: TextField<Name>;
}

export function TextInput<Name extends string>({ form, field }: TextInputProps<Name>) {
  const { name, label, hint, isOptional = false, ...input } = field;
  return (
    <Field label={label} isRequired={!isOptional} hint={hint} errors={form.errors[name]}>
      {(control) => (
        <input
          {...control}
          {...input}
          name={name}
          className={controlClass}
          autoCapitalize={input.type === 'text' && name.endsWith('name') ? 'words' : 'none'}
          spellCheck={false}
          value={form.values[name]}
          onChange={(event) => form.setValue(name, event.target.value)}
        />
      )}
    </Field>
  );
}

/** The fields of a form, one below the other. */
export function TextInputs<Name extends string>({
  form,
  fields,
}: {
  form: TextFormState<Name>;
  fields: readonly TextField<Name>[];
}) {
  return fields.map((field) => <TextInput key={field.name} form={form} field={field} />);
}
