import { useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { hasSameFields } from '../../api/change-record.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { words } from '../words.ts';
import type { Choices } from './conflict/conflict-dialog.tsx';
import { changeOf, type FormField, initialRow } from './form-fields.ts';
import { type FormInput, useKeptInput } from './unsaved/use-kept-input.ts';
import { useMalformed } from './validity/use-malformed.ts';

interface BodyFormOptions {
  fields: readonly FormField[];
  row: Row | undefined;
  readCurrent: (() => Promise<Row>) | undefined;
  isPending: boolean;
  onSubmit: (body: Row) => void;
  /** The method and path of the request, if the input is kept when the session ends. */
  request: string | undefined;
}

/** The state of a form in a dialog or a section: its input, compared with the record just before it is sent. */
export function useBodyForm({ fields, row, readCurrent, isPending, onSubmit, request }: BodyFormOptions) {
  const [input, setInput] = useKeptInput(request);
  const initial = row ?? initialRow(fields);
  const [notice, setNotice] = useState<string | null>(null);
  const { malformed, attempt, setMalformed, edited } = useMalformed();
  const [conflict, setConflict] = useState<{ theirs: Row; names: readonly string[] } | null>(null);
  const check = useSingleMutation({
    mutationFn: async ({ body, base }: { body: Row; base: Row }) => {
      const theirs = readCurrent ? await readCurrent() : base;
      const names = Object.keys(body).filter((name) => !hasSameFields(base, theirs, [name]));
      if (names.length > 0) setConflict({ theirs, names });
      else onSubmit(body);
    },
  });
  const send = ({ draft, base = initial }: FormInput) => {
    const change = changeOf(fields, draft, base);
    const isUnchanged = row !== undefined && Object.keys(change.body).length === 0;
    setMalformed(change.malformed);
    setNotice(isUnchanged ? words.form.unchanged : null);
    if (isUnchanged || change.malformed.length > 0 || isPending || check.isPending) return;
    if (row && readCurrent) check.mutate({ body: change.body, base });
    else onSubmit(change.body);
  };
  return {
    ...input,
    notice,
    malformed,
    attempt,
    conflict,
    error: check.error,
    isPending: isPending || check.isPending,
    setText: (name: string, text: string) => {
      edited(name);
      setInput(({ draft, base }) => ({ draft: { ...draft, [name]: text }, base: base ?? row }));
    },
    isUnsaved: () => {
      const change = changeOf(fields, input.draft, input.base ?? initial);
      return Object.keys(change.body).length + change.malformed.length > 0;
    },
    submit: () => send(input),
    /** Continues after a conflict; without choices, with the form. */
    resolve: (choices?: Choices) => {
      setConflict(null);
      if (!conflict || !choices) return;
      const left = Object.entries(input.draft).filter(([name]) => choices[name] !== 'theirs');
      const next = { draft: Object.fromEntries(left), base: conflict.theirs };
      setInput(next);
      send(next);
    },
  };
}
