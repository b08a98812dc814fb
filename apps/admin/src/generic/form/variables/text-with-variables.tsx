import { type ComponentProps, useRef } from 'react';
import { showChoices } from '../../../kit/hooks/show-choices.ts';
import { words } from '../../words.ts';
import { unknownVariables } from './unknown-variables.ts';
import styles from './variables.module.css';

interface TextWithVariablesProps {
  control: ComponentProps<'textarea'>;
  label: string;
  text: string;
  variables: readonly string[];
  onText: (text: string) => void;
}

/** A text with variables: inserts them at the cursor, and shows those that do not exist. */
export function TextWithVariables({ control, label, text, variables, onText }: TextWithVariablesProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const inserted = `{{${name}}}`;
    onText(text.slice(0, selectionStart) + inserted + text.slice(selectionEnd));
    requestAnimationFrame(() => select(selectionStart + inserted.length, selectionStart + inserted.length));
  };
  const select = (start: number, end: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  const unknown = unknownVariables(text, variables);
  return (
    <>
      <textarea {...control} ref={area} rows={10} spellCheck />
      <div role="status" className={styles.unknown}>
        {unknown.map(({ name, line, start, end }) => (
          <button key={start} type="button" className={styles.mark} onClick={() => select(start, end)}>
            {words.form.unknownVariable(name, line)}
          </button>
        ))}
      </div>
      <select
        className={styles.insert}
        aria-label={words.form.insertVariable(label)}
        value=""
        onKeyDown={showChoices}
        onChange={(event) => insert(event.target.value)}
      >
        <option value="">{words.form.insert}</option>
        {variables.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
