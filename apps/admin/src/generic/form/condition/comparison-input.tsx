import type { ReactNode } from 'react';
import type { ConditionSchema } from '../../../api/resources.ts';
import { controlClass, Field } from '../../../kit/field.tsx';
import { labelOf } from '../../labels.ts';
import type { InputProps } from '../structured/input-props.ts';
import { type Errors, errorsBelow } from '../validity/field-errors.ts';
import type { Comparison } from './condition-tree.ts';
import { conditionWords as words } from './condition-words.ts';
import { adapt, canAddDays, fieldOf, inputFor, listKinds, variablesFor } from './operand.ts';

interface ComparisonInputProps {
  schema: ConditionSchema;
  comparison: Comparison;
  errors: Errors;
  renderInput: (props: InputProps) => ReactNode;
  onChange: (comparison: Comparison) => void;
}

/** The inputs of a comparison: a field, how it is compared, and with what. */
export function ComparisonInput({ schema, comparison, errors, renderInput, onChange }: ComparisonInputProps) {
  const { field: name, op, variable, days, text } = comparison;
  const field = fieldOf(schema, name);
  const input = inputFor(field, op);
  const valueErrors = errorsBelow(errors, 'value');
  const isSingle = input && !listKinds.has(input.kind);
  const variables = field && isSingle ? variablesFor(schema, field) : [];
  const hasDays = variable !== '' && field !== undefined && canAddDays(field);
  const change = (part: Partial<Comparison>) => onChange(adapt(schema, comparison, part));
  return (
    <>
      <Choice
        label={words.field}
        value={name}
        options={Object.keys(schema.fields).map((code) => [code, labelOf(code)])}
        errors={errors.field}
        onChange={(chosen) => change({ field: chosen })}
      />
      {field && (
        <Choice
          label={words.op}
          value={op}
          options={field.ops.map((code) => [code, words.opName(code, canAddDays(field))])}
          errors={errors.op}
          onChange={(chosen) => change({ op: chosen })}
        />
      )}
      {variables.length > 0 && (
        <Choice
          label={words.operand}
          value={variable}
          options={['', ...variables].map((code) => [code, words.operandName(code, labelOf)])}
          errors={variable === '' ? undefined : textsOf(valueErrors, hasDays ? ['', 'var'] : undefined)}
          onChange={(chosen) => change({ variable: chosen })}
        />
      )}
      {input && variable === '' && (
        <div>
          {renderInput({
            field: input,
            text,
            errors: valueErrors,
            onChange: (typed) => onChange({ ...comparison, text: typed }),
          })}
        </div>
      )}
      {hasDays && (
        <Field label={words.days} errors={textsOf(valueErrors, ['add_days'])}>
          {(control) => (
            <input
              {...control}
              className={controlClass}
              type="number"
              step="1"
              value={days}
              onChange={(event) => onChange({ ...comparison, days: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The errors of some parts of a value, or of all, without the names of the parts. */
const textsOf = (errors: Errors, parts = Object.keys(errors)): string[] =>
  parts.flatMap((part) => errors[part] ?? []);

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [code: string, label: string])[];
  errors?: readonly string[] | undefined;
  onChange: (value: string) => void;
}

/** A value that is not among the options, such as a field of a later version, is shown by its code. */
function Choice({ label, value, options, errors, onChange }: ChoiceProps) {
  const isKnown = options.some(([code]) => code === value);
  return (
    <Field label={label} errors={errors}>
      {(control) => (
        <select
          {...control}
          className={controlClass}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {!isKnown && <option value={value}>{value}</option>}
          {options.map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
