import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { titleOf } from '../fields.ts';
import formStyles from '../form/form.module.css';
import { allRows } from '../order/all-rows.ts';
import { ReferenceInput } from '../reference/reference-input.tsx';
import { words } from '../words.ts';
import { MoveProblem } from './move-problem.tsx';
import { type Below, groupFilter, type TreeNode } from './tree-nodes.ts';

interface MoveDialogProps {
  resource: ListedResource;
  node: TreeNode;
  isPending: boolean;
  error: unknown;
  onMove: (placement: Below) => void;
  onClose: () => void;
}

/** Asks for the record below which a record is moved and, if there is an order, for its place there. */
export function MoveDialog({ resource, node, isPending, error, onMove, onClose }: MoveDialogProps) {
  const [parent, setParent] = useState(node.parent_id === null ? '' : String(node.parent_id));
  const [place, setPlace] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const after = place === 'first' ? null : place === '' ? undefined : Number(place);
    onMove({ parent: parent === '' ? null : Number(parent), ...(after !== undefined && { after }) });
  };
  return (
    <Dialog title={words.tree.moveTitle(titleOf(node, resource))} onClose={onClose}>
      <form className={formStyles.form} onSubmit={submit}>
        {Boolean(error) && <MoveProblem error={error} />}
        <Field label={words.tree.below} hint={words.tree.belowHint}>
          {(control) => (
            <ReferenceInput
              {...{ control, name: 'parent', to: resource.code, isMultiple: false, text: parent }}
              onChange={(text) => {
                setParent(text);
                setPlace('');
              }}
            />
          )}
        </Field>
        {resource.ordered && <PlaceField {...{ resource, node, parent, place }} onChange={setPlace} />}
        <div className={formStyles.actions}>
          <Button type="submit" variant="primary" aria-disabled={isPending}>
            {words.tree.submit}
          </Button>
          <Button onClick={onClose}>{words.form.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PlaceFieldProps extends Pick<MoveDialogProps, 'resource' | 'node'> {
  /** The id of the record above, as text. */
  parent: string;
  place: string;
  onChange: (place: string) => void;
}

function PlaceField({ resource, node, parent, place, onChange }: PlaceFieldProps) {
  const { session, slug } = useOrganization();
  const moved = { ...node, parent_id: parent === '' ? null : Number(parent) };
  const filter = { ...groupFilter(moved, resource.ordered ?? []), sort: 'position' };
  const { data = [] } = useQuery({
    queryKey: [slug, 'order', resource.path, filter],
    queryFn: ({ signal }) => allRows(session.client, resource.path, filter, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Field label={words.tree.place}>
      {(control) => (
        <select
          {...control}
          className={controlClass}
          value={place}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">
            {parent === String(node.parent_id ?? '') ? words.tree.same : words.tree.last}
          </option>
          <option value="first">{words.tree.first}</option>
          {data
            .filter(({ id }) => id !== node.id)
            .map((row) => (
              <option key={String(row.id)} value={String(row.id)}>
                {words.tree.after(titleOf(row, resource))}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}
