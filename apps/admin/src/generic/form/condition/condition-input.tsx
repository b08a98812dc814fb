import { type ReactNode, useState } from 'react';
import type { ConditionSchema } from '../../../api/resources.ts';
import { Button } from '../../../kit/button.tsx';
import { controlClass, Field } from '../../../kit/field.tsx';
import { FieldSet } from '../../../kit/field-set.tsx';
import type { InputProps } from '../structured/input-props.ts';
import { addButton, firstInput, useNextFocus } from '../structured/use-next-focus.ts';
import { errorTexts } from '../validity/field-errors.ts';
import { ConditionGroup } from './condition-group.tsx';
import { type Group, newGroup, readCondition, writeCondition } from './condition-tree.ts';
import { conditionWords as words } from './condition-words.ts';
import { textOfValue, writeValue } from './operand.ts';

interface ConditionInputProps extends InputProps {
  label: string;
  /** Renders the input of a value. */
  renderInput: (props: InputProps) => ReactNode;
}

const noSchema: ConditionSchema = { fields: {}, variables: [] };

/** The inputs of a condition: groups of comparisons, or JSON. Its text is JSON. */
export function ConditionInput({ field, label, text, errors, onChange, renderInput }: ConditionInputProps) {
  const { condition: schema = noSchema } = field;
  const { value, moveFocus } = useNextFocus();
  const [isJson, setJson] = useState(false);
  const { group, change, begin } = useGroup(schema, text, onChange);
  const isUnset = text === '' && field.isNullable;
  if (isUnset)
    return (
      <FieldSet ref={value} label={label} errors={errors['']}>
        <Button
          icon="plus"
          onClick={() => {
            moveFocus(firstInput);
            begin();
          }}
        >
          {words.add(label)}
        </Button>
      </FieldSet>
    );
  return (
    <FieldSet ref={value} label={label} errors={errors['']} isRequired={field.isRequired}>
      {group && !isJson ? (
        <ConditionGroup {...{ schema, group, errors, renderInput, moveFocus }} depth={1} onChange={change} />
      ) : (
        <JsonInput {...{ label, text, errors, onChange }} />
      )}
      {group ? (
        <Button onClick={() => setJson(!isJson)}>{isJson ? words.asFields : words.asJson}</Button>
      ) : (
        <p>{words.unreadable}</p>
      )}
      {field.isNullable && (
        <Button
          onClick={() => {
            moveFocus(addButton);
            onChange('');
          }}
        >
          {words.remove(label)}
        </Button>
      )}
    </FieldSet>
  );
}

/** The groups of the text. What is typed is kept until the text is changed from outside. */
function useGroup(schema: ConditionSchema, text: string, onChange: (text: string) => void) {
  const read = (shown: string) => ({
    text: shown,
    group: readCondition(shown, (field, op, value) => textOfValue(schema, field, op, value)),
  });
  const [typed, setTyped] = useState(() => read(text));
  const current = typed.text === text ? typed : read(text);
  if (current !== typed) setTyped(current);
  const change = (group: Group) => {
    const changed = writeCondition(group, (comparison) => writeValue(schema, comparison));
    setTyped({ group, text: changed });
    onChange(changed);
  };
  return { group: current.group, change, begin: () => change(newGroup()) };
}

function JsonInput({ label, text, errors, onChange }: Omit<ConditionInputProps, 'field' | 'renderInput'>) {
  const others = Object.fromEntries(Object.entries(errors).filter(([path]) => path !== ''));
  return (
    <Field label={`${label} (JSON)`} errors={errorTexts(others)}>
      {(control) => (
        <textarea
          {...control}
          className={controlClass}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
