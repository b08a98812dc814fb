import { useState } from 'react';
import { hasStatus } from '../../api/errors.ts';
import { type Field, type ListedResource, operationOf, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { ScrollTable } from '../../kit/table/scroll-table.tsx';
import { columnsOf, titleOf } from '../fields.ts';
import formStyles from '../form/form.module.css';
import { labelOf } from '../labels.ts';
import type { ListSearch } from '../list/parse-search.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { useScreen } from '../screens-context.ts';
import { words } from '../words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { MoveProblem } from './move-problem.tsx';
import styles from './tree.module.css';
import {
  type Direction,
  placeAfter,
  placed,
  type TreeNode,
  type TreeRow,
  visibleRows,
} from './tree-nodes.ts';
import { TreeTableRow } from './tree-row.tsx';
import { MovedByOther, useMove } from './use-move.ts';
import { useTree } from './use-tree.ts';
import { useTreeKeys } from './use-tree-keys.ts';

interface TreeViewProps {
  resource: ListedResource;
  search: ListSearch;
  /** Shows the records as a list without levels. */
  onFlat: () => void;
}

/** The records of a tree. What is below a record is loaded when it is opened. */
export function TreeView({ resource, search, onFlat }: TreeViewProps) {
  const tree = useTree(resource.path, search);
  if (tree.error && !tree.nodes)
    return (
      <>
        <ProblemMessage error={tree.error} />
        {hasStatus(tree.error, 400, 422) && (
          <div>
            <Button onClick={onFlat}>{words.tree.flatOffer}</Button>
          </div>
        )}
      </>
    );
  if (!tree.nodes) return <StatusMessage>{words.loading}</StatusMessage>;
  if (tree.nodes.length === 0) return <StatusMessage>{words.list.empty}</StatusMessage>;
  return <TreeTable resource={resource} tree={tree} nodes={tree.nodes} />;
}

interface TreeTableProps {
  resource: ListedResource;
  tree: ReturnType<typeof useTree>;
  nodes: readonly TreeNode[];
}

function TreeTable({ resource, tree, nodes: loaded }: TreeTableProps) {
  const { slug } = useOrganization();
  const can = useCan();
  const canMove = can(operationOf('patch', `${resource.template}/:${resource.key}`));
  const [moved, setMoved] = useState<TreeNode | null>(null);
  const { mutation, announced, pending } = useMove(resource, () => setMoved(null));
  // A move is shown at once.
  const nodes = pending.reduce((before, { node, placement }) => placed(before, node, placement), loaded);
  const rows = visibleRows(nodes, tree.open);
  const move = (row: TreeRow, direction: Direction) => {
    const placement = canMove ? placeAfter(row, direction, resource.ordered ?? undefined) : undefined;
    if (!placement) return;
    // Before the move, so that the record remains on screen.
    if ('parent' in placement && placement.parent !== null) tree.expand(placement.parent);
    mutation.mutate({ node: row.node, placement });
  };
  const { body, focusedId, rowProps } = useTreeKeys<HTMLTableSectionElement>({
    ...{ ...tree, rows, onMove: move },
    tree: `${slug} ${resource.path}`,
  });
  const columns = useColumns(resource, nodes);
  const shared = { resource, columns, tree, canMove };
  return (
    <>
      {mutation.error && !moved && <FailedMove mutation={mutation} />}
      <p className={styles.hint}>{words.tree.hint}</p>
      <ScrollTable label={words.tree.label(resource.label)} role="treegrid">
        <TreeHead columns={columns} />
        <tbody ref={body}>
          {rows.map((row) => (
            <TreeTableRow
              key={row.node.id}
              {...shared}
              row={row}
              isReachable={row.node.id === focusedId}
              rowProps={rowProps(row)}
              onMove={() => {
                mutation.reset();
                setMoved(row.node);
              }}
            />
          ))}
        </tbody>
      </ScrollTable>
      <StatusMessage>{announced}</StatusMessage>
      {moved && (
        <MoveDialog
          key={titleOf(moved, resource)}
          resource={resource}
          node={moved}
          isPending={mutation.isPending}
          error={mutation.error}
          onMove={(placement) => {
            if (placement.parent !== null) tree.expand(placement.parent);
            mutation.mutate({ node: moved, placement });
          }}
          onClose={() => setMoved(null)}
        />
      )}
    </>
  );
}

function TreeHead({ columns }: { columns: readonly Field[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name }) => (
          <th key={name} scope="col">
            {labelOf(name)}
          </th>
        ))}
        <th scope="col">{words.tree.actions}</th>
      </tr>
    </thead>
  );
}

/** A move that was not made: the record is where the service has it. */
function FailedMove({ mutation }: { mutation: ReturnType<typeof useMove>['mutation'] }) {
  const { error, variables, mutate, reset } = mutation;
  return (
    <>
      <MoveProblem error={error} />
      <div className={formStyles.actions}>
        {variables && !(error instanceof MovedByOther) && (
          <Button onClick={() => mutate(variables)}>{words.form.retry}</Button>
        )}
        <Button onClick={reset}>{words.form.discard}</Button>
      </div>
    </>
  );
}

/** The columns of the list that records of the tree have. The place in the tree shows the record above. */
function useColumns(resource: ListedResource, [first = {} as TreeNode]: readonly TreeNode[]) {
  const chosen = columnsOf(resource, useScreen(resource.code).list?.columns);
  return chosen.filter(({ name }, index) => index === 0 || (name in first && name !== 'parent_id'));
}
