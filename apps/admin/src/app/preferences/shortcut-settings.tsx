import { type FormEvent, useState } from 'react';
import { usePreferences, useSetPreferences } from '../../api/preferences.ts';
import {
  readShortcutPreference,
  replaceableKeys,
  type ShortcutPreference,
  shortcutPreference,
} from '../../generic/commands/bindings.ts';
import type { ShortcutId } from '../../generic/commands/catalogue.ts';
import { words as commandWords } from '../../generic/commands/words.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import styles from './preferences.module.css';
import { conflictsOf, replaceable, withLastKey } from './shortcut-conflicts.ts';
import { words } from './words.ts';

const text = words.shortcuts;
const defaults: ShortcutPreference = { characters: true, keys: {} };

/** Switches shortcuts of characters off, or gives them other keys. */
export function ShortcutSettings() {
  const stored = readShortcutPreference(usePreferences()[shortcutPreference]);
  const save = useSetPreferences();
  const [draft, setDraft] = useState<ShortcutPreference | null>(null);
  const shown = draft ?? stored;
  const conflicts = conflictsOf(shown.keys);
  const store = (next: ShortcutPreference) => {
    const isDefault = next.characters && Object.keys(next.keys).length === 0;
    save.mutate({ [shortcutPreference]: isDefault ? null : next }, { onSuccess: () => setDraft(null) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(conflicts).length === 0 && !save.isPending) store(shown);
  };
  return (
    <section className={styles.section} aria-label={text.title}>
      <h2>{text.title}</h2>
      <p>{text.text}</p>
      <form className={styles.form} onSubmit={submit}>
        <Field label={text.characters} hint={text.charactersHint}>
          {(control) => (
            <input
              {...control}
              type="checkbox"
              checked={shown.characters}
              onChange={({ target }) => setDraft({ ...shown, characters: target.checked })}
            />
          )}
        </Field>
        <details>
          <summary>{text.own}</summary>
          <div className={styles.keys}>
            {replaceable.map((id) => (
              <KeyField
                key={id}
                id={id}
                keys={shown.keys[id] ?? replaceableKeys(id) ?? ''}
                conflict={conflicts[id]}
                onChange={(keys) => setDraft({ ...shown, keys: withKeys(shown.keys, id, keys) })}
              />
            ))}
          </div>
        </details>
        {save.error && <ProblemMessage error={save.error} />}
        {save.isSuccess && !draft && <StatusMessage>{words.saved}</StatusMessage>}
        <div className={styles.actions}>
          <Button type="submit" aria-disabled={save.isPending}>
            {text.save}
          </Button>
          <Button onClick={() => store(defaults)}>{text.reset}</Button>
        </div>
      </form>
    </section>
  );
}

/** The chosen keys, of which those that equal the default ones are not stored. */
function withKeys(
  chosen: ShortcutPreference['keys'],
  id: ShortcutId,
  keys: string,
): ShortcutPreference['keys'] {
  const { [id]: _, ...others } = chosen;
  return keys === replaceableKeys(id) ? others : { ...others, [id]: keys };
}

interface KeyFieldProps {
  id: ShortcutId;
  keys: string;
  conflict: string | undefined;
  onChange: (keys: string) => void;
}

function KeyField({ id, keys, conflict, onChange }: KeyFieldProps) {
  const [first = '', second] = (replaceableKeys(id) ?? '').split(' ');
  return (
    <Field
      label={commandWords.shortcuts[id]}
      hint={second === undefined ? undefined : text.after(first.toUpperCase())}
      errors={conflict === undefined ? [] : [conflict]}
    >
      {(control) => (
        <input
          {...control}
          className={`${controlClass} ${styles.key}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={keys.split(' ').at(-1)?.toUpperCase() ?? ''}
          onChange={({ target }) => onChange(withLastKey(id, target.value))}
        />
      )}
    </Field>
  );
}
