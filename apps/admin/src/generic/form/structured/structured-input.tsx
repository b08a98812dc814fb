import type { ReactNode } from 'react';
import { Button } from '../../../kit/button.tsx';
import { FieldSet } from '../../../kit/field-set.tsx';
import { words } from '../../words.ts';
import { ChoicesInput } from './choices-input.tsx';
import { EntriesInput } from './entries-input.tsx';
import { GroupInput } from './group-input.tsx';
import type { InputProps } from './input-props.ts';
import { RowsInput } from './rows-input.tsx';
import { addButton, firstInput, type MovesFocus, useNextFocus } from './use-next-focus.ts';

interface StructuredInputProps extends InputProps {
  label: string;
  hint: string | undefined;
  /** Renders the input of a field of the value. */
  renderInput: (props: InputProps) => ReactNode;
}

/** The inputs of a value with several parts. Its text is JSON, unless the parts are chosen from a fixed set. */
export function StructuredInput(props: StructuredInputProps) {
  return props.field.kind === 'choices' ? <ChoicesInput {...props} /> : <PartsInput {...props} />;
}

function PartsInput(props: StructuredInputProps) {
  const { field, label, hint, text, errors, onChange } = props;
  const { value, moveFocus } = useNextFocus();
  const isUnset = text === '' && field.isNullable;
  const begin = () => {
    moveFocus(firstInput);
    onChange(field.kind === 'rows' ? '[]' : '{}');
  };
  const unset = () => {
    moveFocus(addButton);
    onChange('');
  };
  return (
    <FieldSet ref={value} label={label} hint={hint} errors={errors['']} isRequired={field.isRequired}>
      {isUnset ? (
        <Button icon="plus" aria-label={words.form.addItem(label)} onClick={begin}>
          {words.form.add}
        </Button>
      ) : (
        <Parts {...props} moveFocus={moveFocus} />
      )}
      {field.kind === 'group' && field.isNullable && !isUnset && (
        <Button aria-label={words.form.removeAll(label)} onClick={unset}>
          {words.form.remove}
        </Button>
      )}
    </FieldSet>
  );
}

function Parts({ field, label, renderInput, moveFocus, ...input }: StructuredInputProps & MovesFocus) {
  if (field.kind === 'group')
    return <GroupInput fields={field.fields} renderInput={renderInput} {...input} />;
  if (field.kind === 'rows') return <RowsInput {...{ field, label, renderInput, moveFocus }} {...input} />;
  return <EntriesInput {...{ label, moveFocus }} {...input} />;
}
