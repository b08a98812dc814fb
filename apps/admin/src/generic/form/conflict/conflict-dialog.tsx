import { lazy, Suspense, useId, useState } from 'react';
import type { Row } from '../../../api/call-path.ts';
import { useRecordLabels } from '../../../api/names.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/layers/dialog.tsx';
import { labelOf } from '../../labels.ts';
import { words } from '../../words.ts';
import formStyles from '../form.module.css';
import { type FormField, textOf } from '../form-fields.ts';
import styles from './conflict-dialog.module.css';
import { conflictWords } from './conflict-words.ts';

const LineDiff = lazy(async () => ({ default: (await import('../../../kit/diff/line-diff.tsx')).LineDiff }));

/** Which values of the fields that two users have changed are used. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

export interface ConflictDialogProps {
  /** The changed fields of the form. */
  fields: readonly FormField[];
  base: Row;
  theirs: Row;
  /** The texts of the form. */
  mine: Readonly<Record<string, string>>;
  onChoose: (choices: Choices) => void;
  onCancel: () => void;
}

/** Shows the fields that another user has changed too, and asks whose values are used. */
export function ConflictDialog({ fields, base, theirs, mine, onChoose, onCancel }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Choices>({});
  const id = useId();
  const { updated_by } = theirs;
  const [user] = useRecordLabels('user', typeof updated_by === 'number' ? [updated_by] : []);
  return (
    <Dialog title={conflictWords.title(user?.name ?? words.otherUser)} onClose={onCancel}>
      <p>{conflictWords.text}</p>
      {fields.map((field) => (
        <fieldset key={field.name} className={styles.field}>
          <legend>{labelOf(field.name)}</legend>
          <p className={styles.label}>{conflictWords.before}</p>
          <Value text={textOf(field, base[field.name])} />
          {(['theirs', 'mine'] as const).map((side) => (
            <label key={side} className={styles.choice}>
              <input
                type="radio"
                name={`${id}-${field.name}`}
                checked={(choices[field.name] ?? 'mine') === side}
                onChange={() => setChoices({ ...choices, [field.name]: side })}
              />
              {side === 'theirs' ? conflictWords.useTheirs : conflictWords.keepMine}
              <Value
                before={textOf(field, base[field.name])}
                text={side === 'theirs' ? textOf(field, theirs[field.name]) : (mine[field.name] ?? '')}
              />
            </label>
          ))}
        </fieldset>
      ))}
      <div className={formStyles.actions}>
        <Button onClick={onCancel}>{conflictWords.cancel}</Button>
        <Button variant="primary" onClick={() => onChoose(choices)}>
          {words.form.save}
        </Button>
      </div>
    </Dialog>
  );
}

/** A text; if it has several lines, those that differ from the text before. */
function Value({ text, before = text }: { text: string; before?: string }) {
  if (text !== before && `${text}${before}`.includes('\n'))
    return (
      <span className={styles.lines}>
        <Suspense>
          <LineDiff {...{ before, words: conflictWords.diff }} after={text} />
        </Suspense>
      </span>
    );
  return <span className={styles.value}>{text || words.record.empty}</span>;
}
