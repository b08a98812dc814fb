import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { controlClass, Field } from '../../../kit/field.tsx';
import { words } from '../../words.ts';
import { type Errors, errorsBelow, errorTexts } from '../validity/field-errors.ts';
import styles from './structured.module.css';
import { entriesText, objectOf } from './structured-text.ts';
import { addButton, inputOfLastItem, type MovesFocus } from './use-next-focus.ts';

interface EntriesInputProps extends MovesFocus {
  label: string;
  /** The object as JSON. */
  text: string;
  errors: Errors;
  onChange: (text: string) => void;
}

/** Pairs of a name that the user chooses and a text, such as translations by language. */
export function EntriesInput({ label, text, errors, onChange, moveFocus }: EntriesInputProps) {
  const [typed, setTyped] = useState(() => begin(text));
  const { entries, nextKey } = typed.text === text ? typed : begin(text);
  const update = (next: readonly Entry[]) => {
    const changed = entriesText(next);
    setTyped({ entries: next, nextKey: nextKey + 1, text: changed });
    onChange(changed);
  };
  const change = (key: number, part: Partial<Entry>) =>
    update(entries.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <>
      {entries.map(({ key, name, value }, index) => (
        <fieldset key={key} className={styles.row}>
          <legend>{words.form.item(label, index + 1)}</legend>
          <Field label={words.form.entryName}>
            {(control) => (
              <input
                {...control}
                className={controlClass}
                value={name}
                autoComplete="off"
                onChange={(event) => change(key, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.form.entryValue} errors={errorTexts(errorsBelow(errors, name))}>
            {(control) => (
              <input
                {...control}
                className={controlClass}
                value={value}
                autoComplete="off"
                onChange={(event) => change(key, { value: event.target.value })}
              />
            )}
          </Field>
          <Button
            aria-label={words.form.removeItem(label, index + 1)}
            onClick={() => {
              moveFocus(addButton);
              update(entries.filter((one) => one.key !== key));
            }}
          >
            {words.form.remove}
          </Button>
        </fieldset>
      ))}
      <Button
        icon="plus"
        aria-label={words.form.addItem(label)}
        onClick={() => {
          moveFocus(inputOfLastItem);
          setTyped({
            entries: [...entries, { key: nextKey, name: '', value: '' }],
            nextKey: nextKey + 1,
            text,
          });
        }}
      >
        {words.form.add}
      </Button>
    </>
  );
}

interface Entry {
  key: number;
  name: string;
  value: string;
}

function begin(text: string): { entries: readonly Entry[]; nextKey: number; text: string } {
  const entries = Object.entries(objectOf(text) ?? {}).map(([name, value], key) => ({
    ...{ key, name },
    value: String(value),
  }));
  return { entries, nextKey: entries.length, text };
}
