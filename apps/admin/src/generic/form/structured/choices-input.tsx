import { lazy, Suspense, useState } from 'react';
import { useEnumValues } from '../../../api/start.ts';
import { controlClass, Field } from '../../../kit/field.tsx';
import { FieldSet } from '../../../kit/field-set.tsx';
import { StatusMessage } from '../../../kit/message.tsx';
import { words } from '../../words.ts';
import { choiceOptions } from '../select/select-options.ts';
import { errorTextsOfLines } from '../validity/field-errors.ts';
import type { InputProps } from './input-props.ts';
import styles from './structured.module.css';

const Combobox = lazy(async () => ({
  default: (await import('../../../kit/combobox/combobox.tsx')).Combobox,
}));

/** With more options, they are searched instead of shown all at once. */
const maxCheckboxes = 8;

interface ChoicesInputProps extends InputProps {
  label: string;
  hint: string | undefined;
}

/** Chooses several values from a fixed set. Its text has one value per line. */
export function ChoicesInput(props: ChoicesInputProps) {
  const { field, text, errors, onChange, label, hint } = props;
  const values = useEnumValues(field.vocabulary);
  const chosen = text.split('\n').filter(Boolean);
  const options = choiceOptions(field.options, values, chosen);
  const shared = { label, hint, errors: errorTextsOfLines(errors), isRequired: field.isRequired };
  const change = (next: readonly string[]) => onChange(next.join('\n'));
  // The values of the organization are not known.
  if (options.length === chosen.length && field.options.length === 0)
    return (
      <Field {...shared}>
        {(control) => (
          <textarea
            {...control}
            className={controlClass}
            rows={4}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    );
  if (options.length > maxCheckboxes) return <Search {...{ shared, field, options, chosen, change }} />;
  return (
    <FieldSet {...shared}>
      <div className={styles.choices}>
        {options.map(({ code, label: name }) => (
          <label key={code} className={styles.choice}>
            <input
              type="checkbox"
              className={styles.checkbox}
              {...(shared.errors.length > 0 && { 'aria-invalid': true })}
              checked={chosen.includes(code)}
              onChange={({ target }) =>
                change(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

interface SearchProps {
  shared: Pick<ChoicesInputProps, 'label' | 'hint'> & { errors: readonly string[]; isRequired: boolean };
  field: ChoicesInputProps['field'];
  options: readonly { code: string; label: string }[];
  chosen: readonly string[];
  change: (chosen: readonly string[]) => void;
}

function Search({ shared, field, options, chosen, change }: SearchProps) {
  const [searched, setSearched] = useState('');
  const all = options.map(({ code, label }) => ({ value: code, label }));
  const isFound = ({ label }: { label: string }) =>
    label.toLowerCase().includes(searched.toLowerCase().trim());
  return (
    <Field {...shared}>
      {(control) => (
        <Suspense fallback={<StatusMessage>{words.loading}</StatusMessage>}>
          <Combobox
            control={control}
            name={field.name}
            isMultiple
            chosen={chosen.flatMap((code) => all.find(({ value }) => value === code) ?? [])}
            options={all.filter(isFound)}
            onFocus={() => undefined}
            onSearch={setSearched}
            onChange={(some) => change(some.map(({ value }) => value))}
            words={words.combobox}
          />
        </Suspense>
      )}
    </Field>
  );
}
