import type { ReactNode } from 'react';
import type { ConditionSchema } from '../../../api/resources.ts';
import { Button } from '../../../kit/button.tsx';
import { controlClass, Field } from '../../../kit/field.tsx';
import type { InputProps } from '../structured/input-props.ts';
import { addButton, inputOfLastItem, type MovesFocus } from '../structured/use-next-focus.ts';
import { type Errors, errorsBelow, errorTexts } from '../validity/field-errors.ts';
import { ComparisonInput } from './comparison-input.tsx';
import styles from './condition.module.css';
import { type Group, newComparison, newGroup, type Part, pathOfPart } from './condition-tree.ts';
import { conditionWords as words } from './condition-words.ts';

interface ConditionGroupProps extends MovesFocus {
  schema: ConditionSchema;
  group: Group;
  errors: Errors;
  /** The number of the group, such as `2.1`; empty for the outermost one. */
  number?: string;
  /** 1 for the outermost group. */
  depth: number;
  renderInput: (props: InputProps) => ReactNode;
  onChange: (group: Group) => void;
}

/** The service accepts conditions with five levels; a group of several that are not true has two. */
const maxDepth = 3;

/** The inputs of a group: how it matches, its comparisons and the groups in it. */
export function ConditionGroup(props: ConditionGroupProps) {
  const { group, depth, number = '', errors, moveFocus, onChange } = props;
  const { mode, parts } = group;
  const update = (next: readonly Part[]) => onChange({ ...group, parts: next });
  const add = (part: Part) => {
    moveFocus(inputOfLastItem);
    update([...parts, part]);
  };
  return (
    <>
      <Field label={words.match} errors={errors[mode === 'none' ? 'not' : mode]}>
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={mode}
            onChange={(event) => onChange({ ...group, mode: event.target.value as Group['mode'] })}
          >
            {Object.entries(words.modes).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {parts.map((part, index) => (
        <PartInput
          {...props}
          key={part.id}
          part={part}
          number={number ? `${number}.${index + 1}` : String(index + 1)}
          errors={errorsBelow(errors, pathOfPart(group, index))}
          onChange={(changed) => update(parts.map((one) => (one.id === part.id ? changed : one)))}
          onRemove={() => {
            moveFocus(addButton);
            update(parts.filter(({ id }) => id !== part.id));
          }}
        />
      ))}
      <Button icon="plus" onClick={() => add(newComparison())}>
        {words.addComparison}
      </Button>
      {depth < maxDepth && (
        <Button icon="plus" onClick={() => add(newGroup())}>
          {words.addGroup}
        </Button>
      )}
    </>
  );
}

interface PartInputProps extends Omit<ConditionGroupProps, 'group' | 'onChange'> {
  part: Part;
  number: string;
  onChange: (part: Part) => void;
  onRemove: () => void;
}

function PartInput({ part, number, errors, depth, onChange, onRemove, ...shared }: PartInputProps) {
  const name = part.kind === 'group' ? words.group(number) : words.comparison(number);
  return (
    <fieldset className={part.kind === 'group' ? styles.group : styles.comparison}>
      <legend>{name}</legend>
      {part.kind === 'group' && (
        <ConditionGroup {...shared} group={part} {...{ number, errors, onChange }} depth={depth + 1} />
      )}
      {part.kind === 'comparison' && (
        <ComparisonInput {...shared} comparison={part} {...{ errors, onChange }} />
      )}
      {part.kind === 'other' && (
        <Field label={`${name} (JSON)`} errors={errorTexts(errors)}>
          {(control) => (
            <textarea
              {...control}
              className={controlClass}
              rows={4}
              spellCheck={false}
              value={part.text}
              onChange={(event) => onChange({ ...part, text: event.target.value })}
            />
          )}
        </Field>
      )}
      <Button onClick={onRemove}>{words.remove(name)}</Button>
    </fieldset>
  );
}
