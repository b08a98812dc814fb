import { lazy, Suspense } from 'react';
import { useEnumValues } from '../../api/start.ts';
import { type ControlProps, controlClass, Field } from '../../kit/field.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { labelOf } from '../labels.ts';
import { ReferenceInput } from '../reference/reference-input.tsx';
import { words } from '../words.ts';
import styles from './form.module.css';
import { type FormField, isTooLong } from './form-fields.ts';
import { selectOptions } from './select/select-options.ts';
import type { InputProps } from './structured/input-props.ts';
import { errorTexts, errorTextsOfLines } from './validity/field-errors.ts';
import { TextWithVariables } from './variables/text-with-variables.tsx';

const StructuredInput = lazy(async () => ({
  default: (await import('./structured/structured-input.tsx')).StructuredInput,
}));

const LinesFromCatalogue = lazy(async () => ({
  default: (await import('./catalogue/lines-from-catalogue.tsx')).LinesFromCatalogue,
}));

const ConditionInput = lazy(async () => ({
  default: (await import('./condition/condition-input.tsx')).ConditionInput,
}));

const structuredKinds: ReadonlySet<FormField['kind']> = new Set(['group', 'rows', 'entries', 'choices']);

/** The input of a field, with its label, hint and errors. */
export function FormInput(props: InputProps) {
  const { field, text, errors, onChange } = props;
  const shown = { label: labelOf(field.name), hint: hintOf(field) };
  const length = lengthOf(field, text);
  if (field.kind === 'checkbox') return <CheckboxInput {...props} />;
  if (structuredKinds.has(field.kind))
    return (
      <Suspense fallback={<StatusMessage>{words.loading}</StatusMessage>}>
        <StructuredInput {...props} {...shown} renderInput={(nested) => <FormInput {...nested} />} />
      </Suspense>
    );
  if (field.kind === 'condition')
    return (
      <Suspense fallback={<StatusMessage>{words.loading}</StatusMessage>}>
        <ConditionInput {...props} label={shown.label} renderInput={(nested) => <FormInput {...nested} />} />
      </Suspense>
    );
  const texts = field.kind === 'lines' ? errorTextsOfLines(errors) : errorTexts(errors);
  return (
    <Field {...shown} {...length} errors={length.errors ?? texts} isRequired={field.isRequired}>
      {(control) => <Control {...{ field, control, text, onChange }} />}
    </Field>
  );
}

/** From this share of the maximum length on, the number of characters is shown. */
const shownShare = 0.8;

/** The number of characters of a text that is nearly or really too long. All of it is kept, so that none is lost unnoticed. */
function lengthOf({ maxLength }: FormField, text: string): { count?: string; errors?: string[] } {
  const { length } = text.trim();
  if (maxLength === undefined || length < maxLength * shownShare) return {};
  const count = words.form.length(length, maxLength);
  return isTooLong({ maxLength }, text) ? { count, errors: [words.form.tooLong(maxLength)] } : { count };
}

interface ControlInputProps extends Pick<InputProps, 'field' | 'text' | 'onChange'> {
  control: ControlProps;
}

function Control({ field, control, text, onChange }: ControlInputProps) {
  const { name, variables, catalogue } = field;
  const shared = {
    ...control,
    ...{ name, className: controlClass, value: text },
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (variables)
    return (
      <TextWithVariables {...{ control: shared, variables, text }} label={labelOf(name)} onText={onChange} />
    );
  if (catalogue)
    return (
      <Suspense>
        <LinesFromCatalogue
          {...{ control: shared, catalogue, text }}
          label={labelOf(name)}
          onText={onChange}
        />
      </Suspense>
    );
  switch (field.kind) {
    case 'textarea':
    case 'lines':
    case 'json':
      return <textarea {...shared} rows={4} spellCheck={field.kind === 'textarea'} />;
    case 'select':
      return <SelectInput field={field} control={shared} />;
    case 'reference':
    case 'references':
      return <ReferenceField {...{ field, control, text, onChange }} />;
    case 'datetime':
      return <input {...shared} type="datetime-local" />;
    case 'number':
      return <input {...shared} type="number" step="any" />;
    default:
      return <input {...shared} type={field.kind} autoComplete="off" />;
  }
}

function SelectInput({ field, control }: { field: FormField; control: React.ComponentProps<'select'> }) {
  const values = useEnumValues(field.vocabulary);
  const options = selectOptions(field.options, values, String(control.value ?? ''));
  const hasValue = !field.isNullable && field.initial !== undefined && field.initial !== '';
  return (
    <select {...control}>
      {!hasValue && <option value="">{field.isRequired ? words.form.choose : words.form.unset}</option>}
      {options.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </select>
  );
}

function ReferenceField({ field: { name, kind, ref = '' }, control, text, onChange }: ControlInputProps) {
  const isMultiple = kind === 'references';
  return <ReferenceInput {...{ control, name, to: ref, isMultiple, text, onChange }} />;
}

function CheckboxInput({ field, text, errors, onChange }: InputProps) {
  return (
    <Field label={labelOf(field.name)} hint={hintOf(field)} errors={errorTexts(errors)}>
      {(control) => (
        <input
          {...control}
          type="checkbox"
          name={field.name}
          className={styles.checkbox}
          checked={text === 'true'}
          onChange={(event) => onChange(String(event.target.checked))}
        />
      )}
    </Field>
  );
}

/** Descriptions of values of an enum name the operation that lists them, which the input does already. */
function hintOf({ kind, description, vocabulary }: FormField): string | undefined {
  const format = kind === 'json' ? words.form.json : kind === 'lines' ? words.form.lines : undefined;
  return (
    [vocabulary ? undefined : description?.replaceAll('`', ''), format].filter(Boolean).join('. ') ||
    undefined
  );
}
