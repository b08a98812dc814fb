import { type ReactNode, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { itemName } from '../../item-names.ts';
import { words } from '../../words.ts';
import type { FormField } from '../form-fields.ts';
import { type Errors, errorsBelow } from '../validity/field-errors.ts';
import { GroupInput } from './group-input.tsx';
import type { InputProps } from './input-props.ts';
import styles from './structured.module.css';
import { arrayText, itemsOf } from './structured-text.ts';
import { addButton, inputOfLastItem, type MovesFocus } from './use-next-focus.ts';

interface RowsInputProps extends MovesFocus {
  field: FormField;
  label: string;
  /** The array as JSON. */
  text: string;
  errors: Errors;
  onChange: (text: string) => void;
  renderInput: (props: InputProps) => ReactNode;
}

/** The inputs of the objects of an array, which can be added and removed. */
export function RowsInput({ field, label, text, errors, onChange, renderInput, moveFocus }: RowsInputProps) {
  const { fields, size } = field;
  const [typed, setTyped] = useState(() => begin(text, size.min));
  const { items, nextKey } = typed.text === text ? typed : begin(text, size.min);
  const update = (next: readonly Item[]) => {
    const changed = arrayText(next.map((one) => one.text));
    setTyped({ items: next, nextKey: nextKey + 1, text: changed });
    onChange(changed);
  };
  return (
    <>
      {items.map((item, index) => (
        <fieldset key={item.key} className={styles.row}>
          <legend>{itemName(field.items, index) ?? words.form.item(label, index + 1)}</legend>
          <GroupInput
            fields={fields}
            text={item.text}
            errors={errorsBelow(errors, index)}
            renderInput={renderInput}
            onChange={(changed) =>
              update(items.map((one) => (one.key === item.key ? { ...one, text: changed } : one)))
            }
          />
          {items.length > size.min && (
            <Button
              aria-label={words.form.removeItem(label, index + 1)}
              onClick={() => {
                moveFocus(addButton);
                update(items.filter(({ key }) => key !== item.key));
              }}
            >
              {words.form.remove}
            </Button>
          )}
        </fieldset>
      ))}
      {items.length < size.max && (
        <Button
          icon="plus"
          aria-label={words.form.addItem(label)}
          onClick={() => {
            moveFocus(inputOfLastItem);
            update([...items, { key: nextKey, text: '{}' }]);
          }}
        >
          {words.form.add}
        </Button>
      )}
    </>
  );
}

interface Item {
  key: number;
  text: string;
}

function begin(text: string, least: number): { items: readonly Item[]; nextKey: number; text: string } {
  const texts = itemsOf(text) ?? [];
  const missing = Array.from({ length: Math.max(0, least - texts.length) }, () => '{}');
  const items = [...texts, ...missing].map((one, key) => ({ key, text: one }));
  return { items, nextKey: items.length, text };
}
