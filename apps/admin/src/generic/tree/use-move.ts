import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callPath, readRecord } from '../../api/call-path.ts';
import { type ChangeResult, changeRecord } from '../../api/change-record.ts';
import { loadName } from '../../api/names.ts';
import type { ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { titleOf } from '../fields.ts';
import { allRows } from '../order/all-rows.ts';
import { useOfferUndo } from '../record/use-offer-undo.ts';
import { words } from '../words.ts';
import { type Below, groupFilter, groupOf, type Order, type Placement, type TreeNode } from './tree-nodes.ts';

interface Move {
  node: TreeNode;
  placement: Placement;
}

/** A record that another user has moved before this user could. */
export class MovedByOther extends Error {}

/** Moves records of a tree, and offers to move them back. */
export function useMove(resource: ListedResource, onMoved: (move: Move) => void) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const { offer } = useOfferUndo(resource);
  const changeParent = useChangeParent(resource);
  const [announced, setAnnounced] = useState('');

  const moveBelow = async (node: TreeNode, { parent, after }: Below) => {
    if (parent !== node.parent_id) await changeParent(node, parent);
    if (after === undefined) return;
    const moved = { ...node, parent_id: parent };
    const before = await listOrder(moved);
    const others = before.filter((id) => id !== node.id);
    const place = after === null ? 0 : others.indexOf(after) + 1;
    const order = [...others.slice(0, place), node.id, ...others.slice(place)];
    if (String(order) !== String(before)) await reorder(moved, { order, before, place });
  };

  const listOrder = async (node: TreeNode): Promise<number[]> => {
    const query = { ...groupFilter(node, resource.ordered ?? []), sort: 'position' };
    return (await allRows(session.client, resource.path, query)).map(({ id }) => Number(id));
  };

  const reorder = async (node: TreeNode, { order, before, place }: Order) => {
    const group = groupOf(node, resource.ordered ?? []);
    const send = (ids: readonly number[]) =>
      callPath(session.client, 'post', `${resource.path}/reorder`, { body: { ...group, ids } });
    await send(order);
    const title = titleOf(node, resource);
    offer(words.tree.moved(title), async () => {
      if (String(await listOrder(node)) !== String(order)) return words.tree.reordered;
      await send(before);
      return words.undo.undone(title);
    });
    setAnnounced(words.order.moved(title, place + 1, order.length));
  };

  const mutationKey = [slug, 'move', resource.path];
  const mutation = useMutation({
    mutationKey,
    // One after the other: the next one begins with the result of the one before.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ node, placement }: Move) => {
      if ('parent' in placement) await moveBelow(node, placement);
      else await reorder(node, placement);
    },
    onSuccess: (_, move) => onMoved(move),
    onSettled: () => queries.invalidateQueries({ queryKey: [slug, 'list', resource.path] }),
  });
  /** Moves that the loaded tree may not have, in their order. */
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
  return { mutation, announced, pending };
}

/** Returns a function that moves a record below another one, unless another user has moved it. @throws MovedByOther */
function useChangeParent(resource: ListedResource) {
  const { session } = useOrganization();
  const { offerUpdate } = useOfferUndo(resource);
  return async (node: TreeNode, parent_id: number | null): Promise<void> => {
    const path = `${resource.path}/${node.id}`;
    const base = await readRecord(session.client, path);
    // The user has moved the record from the place on screen.
    const isCurrent = base.row.parent_id === node.parent_id;
    const result: ChangeResult = isCurrent
      ? await changeRecord(session.client, path, { parent_id }, base)
      : { theirs: base };
    if ('saved' in result) return offerUpdate(path, ['parent_id'], base.row, result.saved);
    const { updated_by } = result.theirs.row;
    const user = typeof updated_by === 'number' ? await loadName(session, 'user', updated_by) : null;
    throw new MovedByOther(words.tree.movedBy(user?.name ?? words.otherUser));
  };
}
