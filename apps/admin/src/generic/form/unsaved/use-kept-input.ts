import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../../api/call-path.ts';
import { endReasonOf } from '../../../api/session/session.ts';
import { useOrganization } from '../../../api/session/session-context.ts';
import type { Draft } from '../form-fields.ts';
import { draftKey, keepDraft, keptDraft, keptKeys } from './kept-drafts.ts';

/** The input of a form in a dialog or a section. */
export interface FormInput {
  draft: Draft;
  /** The record as the user saw it when the input began; undefined without input. */
  base: Row | undefined;
}

/** The key of a form that is not a page, by the request that it sends. */
function useFormKey(request: string): string {
  const { session, slug } = useOrganization();
  return draftKey(slug, session.user.id, request);
}

/**
 * The input of a form, which is kept when the session ends until the user has signed in again.
 *
 * @param request the method and path of the request, which identify the form; undefined if its input is not kept
 */
export function useKeptInput(request: string | undefined) {
  const { session } = useOrganization();
  const key = useFormKey(request ?? '');
  const [input, setInput] = useState<FormInput>(() => {
    const { draft, base } = (request === undefined ? undefined : keptDraft(key)) ?? { draft: {}, base: null };
    return { draft, base: base?.row };
  });
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
  });
  useEffect(() => {
    if (request === undefined) return undefined;
    keepDraft(key, null);
    return () => {
      const { draft, base } = latest.current;
      if (endReasonOf(session) === 'ended' && Object.keys(draft).length > 0)
        keepDraft(key, { draft, base: base ? { row: base, etag: null } : null });
    };
  }, [request, key, session]);
  return [input, setInput] as const;
}

/** True if the input of the form was kept, so that its dialog is opened again. */
export function useIsKept(request: string): boolean {
  return keptDraft(useFormKey(request)) !== undefined;
}

/** True if the input of a form for something at or below a path was kept. */
export function useIsKeptBelow(path: string): boolean {
  const prefix = useFormKey('');
  return keptKeys().some((key) => {
    const [, at = ''] = key.startsWith(prefix) ? key.slice(prefix.length).split(' ') : [];
    return at === path || at.startsWith(`${path}/`);
  });
}
