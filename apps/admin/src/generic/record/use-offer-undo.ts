import { useQueryClient } from '@tanstack/react-query';
import { callPath, type ReadRecord, type Row } from '../../api/call-path.ts';
import { problemOf } from '../../api/errors.ts';
import type { ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { offerUndo } from '../../live/undo.ts';
import { titleOf } from '../fields.ts';
import { words } from '../words.ts';
import { useUndoUpdate } from './use-undo-update.ts';

/** Returns functions that report a change of a record and offer to undo it. */
export function useOfferUndo(resource: ListedResource) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const undoUpdate = useUndoUpdate(resource);
  const offer = (text: string, undo: () => Promise<string>) =>
    offerUndo(slug, text, words.undo.action, async () => {
      try {
        return await undo();
      } catch (error) {
        return words.undo.failed(problemOf(error).message);
      } finally {
        void queries.invalidateQueries({ queryKey: [slug, 'list', resource.path] });
      }
    });

  return {
    offer,
    /** @param names of the changed fields */
    offerUpdate: (path: string, names: readonly string[], before: Row, saved: ReadRecord) => {
      // A field that cannot be read cannot be set to its previous value.
      if (!names.every((name) => name in before)) return;
      const fields = Object.fromEntries(names.map((name) => [name, before[name]]));
      offer(words.undo.saved(titleOf(saved.row, resource)), () => undoUpdate(path, fields, saved));
    },
    offerRestore: (id: number, title: string) =>
      offer(words.undo.deleted(title), async () => {
        await callPath(session.client, 'post', `${resource.path}/${id}/restore`);
        return words.undo.restored(title);
      }),
  };
}
