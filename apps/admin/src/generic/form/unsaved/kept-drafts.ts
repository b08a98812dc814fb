import type { ReadRecord } from '../../../api/call-path.ts';
import { whenSessionEnds } from '../../../api/session/session.ts';
import type { Draft } from '../form-fields.ts';

/** The input of a form that has not been saved. */
export interface KeptDraft {
  draft: Draft;
  /** The record at the first input of the user; null for a new one. */
  base: ReadRecord | null;
}

/**
 * The inputs of forms that were left without saving: when a session ends, the user continues after signing in again. They
 * are only in the memory of the page.
 */
const kept = new Map<string, KeptDraft>();

/** The key of a form: the same user finds it again, and no other one. */
export const draftKey = (slug: string, user_id: number, path: string): string => `${slug} ${user_id} ${path}`;

export const keptDraft = (key: string): KeptDraft | undefined => kept.get(key);

export const keptKeys = (): string[] => [...kept.keys()];

export function keepDraft(key: string, draft: KeptDraft | null): void {
  if (draft) kept.set(key, draft);
  else kept.delete(key);
}

whenSessionEnds((slug, reason) => {
  if (reason !== 'signed-out') return;
  for (const key of kept.keys()) if (key.startsWith(`${slug} `)) kept.delete(key);
});
