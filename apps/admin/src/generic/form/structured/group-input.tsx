import { Fragment, type ReactNode, useState } from 'react';
import { type FormField, textOf } from '../form-fields.ts';
import { type Errors, errorsBelow } from '../validity/field-errors.ts';
import type { InputProps } from './input-props.ts';
import { objectOf, withField } from './structured-text.ts';

interface GroupInputProps {
  fields: readonly FormField[];
  /** The object as JSON. */
  text: string;
  errors: Errors;
  onChange: (text: string) => void;
  renderInput: (props: InputProps) => ReactNode;
}

/** The inputs of the fields of an object. What is typed is kept until the text is changed from outside. */
export function GroupInput({ fields, text, errors, onChange, renderInput }: GroupInputProps) {
  const [typed, setTyped] = useState(() => begin(text));
  const { value, drafts } = typed.text === text ? typed : begin(text);
  const change = (name: string, typedText: string) => {
    const next = { ...drafts, [name]: typedText };
    const changed = withField(value, next, fields);
    setTyped({ value, drafts: next, text: changed });
    onChange(changed);
  };
  return fields.map((field) => (
    <Fragment key={field.name}>
      {renderInput({
        field,
        text: drafts[field.name] ?? textOf(field, field.name in value ? value[field.name] : field.initial),
        errors: errorsBelow(errors, field.name),
        onChange: (typedText) => change(field.name, typedText),
      })}
    </Fragment>
  ));
}

interface Typed {
  value: Readonly<Record<string, unknown>>;
  /** The texts of changed fields. */
  drafts: Readonly<Record<string, string>>;
  /** The result. */
  text: string;
}

const begin = (text: string): Typed => ({ value: objectOf(text) ?? {}, drafts: {}, text });
