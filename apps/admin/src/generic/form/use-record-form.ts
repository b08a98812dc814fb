import { useLayoutEffect, useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import type { ListedResource } from '../../api/resources.ts';
import { pending } from '../../live/pending.ts';
import { usePendingChanges } from '../../live/use-shown-row.ts';
import { titleOf } from '../fields.ts';
import { words } from '../words.ts';
import { ConflictError } from '../write/conflict-error.ts';
import { useRecordWrite } from '../write/use-record-write.ts';
import type { Choices } from './conflict/conflict-dialog.tsx';
import { changeOf, type Draft, type FormField, initialRow } from './form-fields.ts';
import type { KeptDraft } from './unsaved/kept-drafts.ts';
import { useCreate } from './use-create.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useMalformed } from './validity/use-malformed.ts';

interface RecordFormOptions {
  resource: ListedResource;
  fields: readonly FormField[];
  /** The path to send to: that of the list for a new record. */
  path: string;
  /** The record that is changed; undefined for a new one. */
  row: Row | undefined;
  presets?: Draft;
  onCreated: (row: Row) => void;
  /** Called when a change is sent: from then on, the page of the record shows it. */
  onSent: () => void;
}

/** The state of a form: its input, and the result of sending it. */
export function useRecordForm(options: RecordFormOptions) {
  const { resource, fields, path, row, presets, onCreated, onSent } = options;
  const input = useFormDraft(fields, path, row, presets);
  const [notice, setNotice] = useState<string | null>(null);
  const { malformed, attempt, setMalformed, edited } = useMalformed();
  const failed = useFailedChange(path);
  const create = useCreate(path, (created) => {
    input.discard();
    onCreated(created);
  });
  const write = useRecordWrite(resource);
  const sendChange = (body: Row, base: KeptDraft['base']) => {
    if (!row || !base) return create.mutate(body);
    failed.clear();
    input.markSent();
    write({ path, title: titleOf(row, resource), body, base, form: input });
    onSent();
  };
  const send = ({ draft, base }: KeptDraft, onUnchanged: () => void) => {
    const change = changeOf(fields, draft, base?.row ?? row ?? initialRow(fields));
    setMalformed(change.malformed);
    setNotice(null);
    if (change.malformed.length > 0 || create.isPending) return;
    if (row !== undefined && Object.keys(change.body).length === 0) onUnchanged();
    else sendChange(change.body, base ?? input.current());
  };
  return {
    input: {
      ...input,
      setText: (name: string, text: string) => {
        edited(name);
        input.setText(name, text);
      },
    },
    notice,
    malformed,
    attempt,
    conflict: failed.conflict,
    error: create.error ?? failed.error,
    isSaving: create.isPending,
    submit: () => send(input, () => setNotice(words.form.unchanged)),
    /** Continues after a conflict; without choices, with the form. */
    resolve: (choices?: Choices) => {
      const { conflict } = failed;
      failed.clear();
      if (!conflict || !choices) return;
      const dropped = Object.keys(choices).filter((name) => choices[name] === 'theirs');
      send(input.rebase(conflict.theirs, dropped), () => {
        input.discard();
        onSent();
      });
    },
  };
}

/** The reason why a change that was sent from the form of a record has failed. The form takes the change over. */
function useFailedChange(path: string) {
  const [error, setError] = useState<unknown>(null);
  const changes = usePendingChanges(path);
  useLayoutEffect(() => {
    const failed = changes.filter(({ state, hasForm }) => hasForm && state === 'failed');
    if (failed.length === 0) return;
    setError(failed.at(-1)?.error);
    pending.remove(failed.map(({ id }) => id));
  }, [changes]);
  const conflict = error instanceof ConflictError ? error : null;
  return { conflict, error: conflict ? null : error, clear: () => setError(null) };
}
