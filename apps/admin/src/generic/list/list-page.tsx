import { useIsFetching, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type JsonSchema, type ListedResource, operationOf, schemaQuery } from '../../api/resources.ts';
import { rightOf } from '../../api/rights/row-rights.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { BoardView } from '../board/board-view.tsx';
import { firstBoards, showsBoard } from '../board/use-board.ts';
import { columnsOf } from '../fields.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { useScreen } from '../screens-context.ts';
import { isTree, treeSearch, withLayout } from '../tree/tree-search.ts';
import { words } from '../words.ts';
import styles from './list.module.css';
import { ListActions } from './list-actions.tsx';
import { withChange } from './list-search.ts';
import { ListTable, type ListTableProps } from './list-table.tsx';

/** Loads the filters of a list, whose script is not needed for the first cards of a board. */
export const loadFilterBar = async () => ({ default: (await import('./filter-bar.tsx')).FilterBar });

const FilterBar = lazy(loadFilterBar);
const TreeView = lazy(async () => ({ default: (await import('../tree/tree-view.tsx')).TreeView }));

const pendingFilters = <div className={styles.pendingFilters} />;

/** The list of any resource, from its metadata. */
export function ListPage({ resource, search, onSearch }: Omit<ListTableProps, 'schema'>) {
  const { code, label } = resource;
  const opened = useOrganization();
  const { slug } = opened;
  const { board } = useScreen(code);
  const by = resource.fields.find(({ name }) => name === board?.by);
  const isBoard = board !== undefined && showsBoard(search);
  const isFirstBoard = useIsFetching(firstBoards(opened, resource.path)) > 0;
  // The cards of a board do not depend on it, and are shown first.
  const filter = useQuery({ ...schemaQuery(opened, code, 'filter'), enabled: !(isBoard && isFirstBoard) });
  useTitle(label, slug);
  const change = (changed: Readonly<Record<string, string>>) =>
    onSearch(withLayout(resource, withChange(search, changed)));
  const isShownAsTree = isTree(resource, search);
  const setLayout = (layout: string) => {
    const isDefault = layout === 'tree' || (layout === 'table' && !resource.tree);
    const next = withChange(search, { layout: isDefault ? '' : layout });
    onSearch(layout === 'tree' ? treeSearch(resource, next) : next);
  };
  return (
    <div className={styles.page}>
      <div className={styles.heading}>
        <h1>{label}</h1>
        <ListActions resource={resource} search={search} />
      </div>
      <Suspense fallback={pendingFilters}>
        {filter.data ? (
          <FilterBar
            schema={filter.data}
            search={search}
            hasDeleted={canListDeleted(resource, filter.data)}
            onChange={change}
          />
        ) : (
          filter.isPending && pendingFilters
        )}
      </Suspense>
      {by && <LayoutChoice layouts={boardLayouts} layout={search.layout ?? 'table'} onChange={setLayout} />}
      {resource.tree && (
        <LayoutChoice layouts={treeLayouts} layout={isShownAsTree ? 'tree' : 'table'} onChange={setLayout} />
      )}
      {filter.error && <ProblemMessage error={filter.error} />}
      {by && isBoard ? (
        <BoardView {...{ resource, search, by }} fields={columnsOf(resource, board.fields)} />
      ) : (
        <>
          {filter.isPending && <StatusMessage>{words.loading}</StatusMessage>}
          {filter.data && (
            <ListOrTree
              {...{ resource, search, onSearch }}
              schema={filter.data}
              isTree={isShownAsTree}
              onFlat={() => setLayout('table')}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Deleted records are listed with the right to restore them, also while this is not possible. */
function canListDeleted({ rights, template }: ListedResource, { properties = {} }: JsonSchema): boolean {
  const restoring = operationOf('post', `${template}/:id/restore`);
  // No operation requires the right to list deleted records that cannot be restored. Users with this right can delete.
  return 'deleted' in properties && rights.includes(rightOf(restoring) ?? 'archive');
}

/** The layouts of a list with their names, the default one first. */
type Layouts = readonly (readonly [layout: string, label: string])[];

const boardLayouts: Layouts = [
  ['table', words.board.table],
  ['board', words.board.board],
];
const treeLayouts: Layouts = [
  ['tree', words.tree.tree],
  ['table', words.tree.flat],
];

interface LayoutChoiceProps {
  layouts: Layouts;
  layout: string;
  onChange: (layout: string) => void;
}

function LayoutChoice({ layouts, layout, onChange }: LayoutChoiceProps) {
  return (
    <fieldset className={styles.layouts}>
      <legend>{words.board.layout}</legend>
      {layouts.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name="layout" checked={layout === one} onChange={() => onChange(one)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function ListOrTree({
  isTree: isShown,
  onFlat,
  ...list
}: ListTableProps & { isTree: boolean; onFlat: () => void }) {
  if (!isShown) return <ListTable {...list} />;
  return (
    <Suspense fallback={<StatusMessage>{words.loading}</StatusMessage>}>
      <TreeView resource={list.resource} search={list.search} onFlat={onFlat} />
    </Suspense>
  );
}
