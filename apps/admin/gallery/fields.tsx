import { useState } from 'react';
import { Combobox, type Option } from '../src/kit/combobox/combobox.tsx';
import { controlClass, Field } from '../src/kit/field.tsx';
import { FieldSet } from '../src/kit/field-set.tsx';
import styles from './gallery.module.css';
import { Section } from './section.tsx';

const people: readonly Option[] = ['Ada Lovelace', 'Grace Hopper', 'مرحبا بالعالم', '🙂 Emoji'].map(
  (label, index) => ({
    value: String(index),
    label,
    hint: index === 1 ? 'grace@example.test' : undefined,
  }),
);

const words = {
  clear: 'Clear',
  remove: (label: string) => `Remove ${label}`,
  options: 'Matches',
  noMatches: 'Nothing matches.',
  unchosen: 'Choose one of the matches, or clear the text.',
  loading: 'Loading',
};

export function Fields() {
  return (
    <Section title="Fields">
      <div className={styles.fields}>
        <Field label="Text" hint="A hint below the field">
          {(control) => <input {...control} className={controlClass} defaultValue="Text" />}
        </Field>
        <Field label="Required, with an error" isRequired errors={['Must not be empty']}>
          {(control) => <input {...control} className={controlClass} />}
        </Field>
        <Field label="Disabled">
          {(control) => <input {...control} className={controlClass} disabled defaultValue="Text" />}
        </Field>
        <Field label="Several lines">
          {(control) => <textarea {...control} className={controlClass} rows={4} />}
        </Field>
        <Field label="A choice">
          {(control) => (
            <select {...control} className={controlClass}>
              <option>One</option>
              <option>Two</option>
            </select>
          )}
        </Field>
        <Person label="A record" isMultiple={false} />
        <Person label="Several records" isMultiple />
        <FieldSet label="A group" hint="Of fields" errors={['Must be complete']}>
          <Field label="Street">{(control) => <input {...control} className={controlClass} />}</Field>
          <Field label="City">{(control) => <input {...control} className={controlClass} />}</Field>
        </FieldSet>
      </div>
    </Section>
  );
}

function Person({ label, isMultiple }: { label: string; isMultiple: boolean }) {
  const [chosen, setChosen] = useState(isMultiple ? people.slice(0, 2) : people.slice(0, 1));
  const [text, setText] = useState('');
  const options = people.filter((one) => one.label.toLowerCase().includes(text.toLowerCase()));
  return (
    <Field label={label}>
      {(control) => (
        <Combobox
          {...{ control, chosen, options, isMultiple, words, name: label }}
          onFocus={() => undefined}
          onSearch={setText}
          onChange={(some) => setChosen([...some])}
        />
      )}
    </Field>
  );
}
