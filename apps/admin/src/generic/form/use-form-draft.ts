import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReadRecord, Row } from '../../api/call-path.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { recordKey } from '../record/use-record.ts';
import { changeOf, type Draft, type FormField, initialRow } from './form-fields.ts';
import { draftKey, type KeptDraft, keepDraft, keptDraft } from './unsaved/kept-drafts.ts';

const noPresets: Draft = {};

/** The input of a form. It is kept when the session ends, and compared with the record on which the user began. */
export function useFormDraft(
  fields: readonly FormField[],
  path: string,
  row: Row | undefined,
  presets: Draft = noPresets,
) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const key = draftKey(slug, session.user.id, path);
  const untouched: KeptDraft = { draft: presets, base: null };
  const [state, setState] = useState<KeptDraft>(() => keptDraft(key) ?? untouched);
  const update = (next: KeptDraft) => {
    keepDraft(key, next);
    setState(next);
    return next;
  };
  const isSent = useRef(false);
  const isUnsaved = () => {
    const { draft, base } = keptDraft(key) ?? untouched;
    const { body, malformed } = changeOf(fields, draft, base?.row ?? initialRow(fields));
    const isPreset = (name: string) => draft[name] === presets[name];
    return [...Object.keys(body), ...malformed].some((name) => !isPreset(name));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form is left.
  useEffect(() => () => void (isUnsaved() || keepDraft(key, null)), [key]);
  /** The record as the user sees it now; null for a new one. */
  const current = (): ReadRecord | null =>
    row ? { row, etag: queries.getQueryData<ReadRecord>(recordKey(slug, path))?.etag ?? null } : null;
  return {
    ...state,
    /** False after the input was sent: it is kept until the service has saved it. */
    isUnsaved: () => !isSent.current && isUnsaved(),
    markSent: () => {
      isSent.current = true;
    },
    current,
    setText: (name: string, text: string) => {
      const { draft, base } = keptDraft(key) ?? untouched;
      update({ draft: { ...draft, [name]: text }, base: base ?? current() });
    },
    /** Continues on another version of the record, without the input of some fields. */
    rebase: (base: ReadRecord, dropped: readonly string[]) => {
      const { draft } = keptDraft(key) ?? untouched;
      const left = Object.entries(draft).filter(([name]) => !dropped.includes(name));
      return update({ draft: Object.fromEntries(left), base });
    },
    discard: () => keepDraft(key, null),
  };
}
