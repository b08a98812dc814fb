import { lazy, Suspense, useMemo, useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { hasStatus } from '../../api/errors.ts';
import {
  type JsonSchema,
  keyOf,
  type ListedResource,
  operationOf,
  useAvailableActions,
} from '../../api/resources.ts';
import { refusalOf } from '../../api/rights/row-rights.ts';
import { Button } from '../../kit/button.tsx';
import { useEver } from '../../kit/hooks/use-ever.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { ActionButton } from '../action/action-button.tsx';
import { type RowSelection, useSelection } from '../bulk/selection/use-selection.ts';
import { useBulkOffers } from '../bulk/use-bulk-offers.ts';
import { columnsOf } from '../fields.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { useScreen } from '../screens-context.ts';
import { words } from '../words.ts';
import styles from './list.module.css';
import { firstRowOf, isFiltered, sortsOf, withChange, withFirstRow } from './list-search.ts';
import type { ListSearch } from './parse-search.ts';
import { lengthOf, loadedRows, type SparseList, windowSize, windowsOf } from './sparse/sparse-list.ts';
import { RecordTable } from './table/record-table.tsx';
import { rowIdentity, useList } from './use-list.ts';

const BulkBar = lazy(async () => ({ default: (await import('../bulk/bulk-bar.tsx')).BulkBar }));

export interface ListTableProps {
  resource: ListedResource;
  search: ListSearch;
  schema: JsonSchema;
  /** @param isSamePage true if only the place in the list changes, which is no step in the history of the browser */
  onSearch: (search: ListSearch, isSamePage?: boolean) => void;
}

/** A list as a table, and what can be done with the records that the user chooses. */
export function ListTable(props: ListTableProps) {
  const { resource, search, schema } = props;
  const list = useList(resource.path, search, schema);
  const offers = useBulkOffers(resource, search.deleted === 'true');
  const [onScreen, setOnScreen] = useState({ first: 0, last: 0 });
  const loaded = listedOf(list.list);
  const isWhole = list.list !== undefined && lengthOf(list.list) <= windowSize;
  const shown = loaded.filter(({ index }) => index >= onScreen.first && index <= onScreen.last);
  const selection = useSelection(loaded, isWhole ? loaded : shown, list.name);
  const isUsed = useEver(selection.chosen.size > 0);
  const onPause = (first: number, last: number) => {
    if (list.isPrevious) return;
    setOnScreen({ first, last });
    list.show(windowsOf(first, last));
    if (first !== firstRowOf(search)) props.onSearch(withFirstRow(search, first), true);
  };
  return (
    <>
      <ListContent {...props} list={list} selection={offers && selection} onPause={onPause} />
      {offers && isUsed && (
        <Suspense>
          <BulkBar resource={resource} offers={offers} selection={selection} />
        </Suspense>
      )}
    </>
  );
}

const listedOf = (list: SparseList | undefined) =>
  list ? loadedRows(list).map(({ index, row }) => ({ index, key: rowIdentity(row), item: row })) : [];

type ListContentProps = ListTableProps & {
  list: ReturnType<typeof useList>;
  selection: RowSelection | undefined;
  onPause: (first: number, last: number) => void;
};

function ListContent({ list: loaded, selection, onPause, ...props }: ListContentProps) {
  const { resource, search, schema, onSearch } = props;
  const { list, error, isPending } = loaded;
  const chosenColumns = useScreen(resource.code).list?.columns;
  // Memoized: rows are drawn again when it changes.
  const columns = useMemo(() => columnsOf(resource, chosenColumns), [resource, chosenColumns]);
  const actionOf = useRestore(resource, search);
  if (error)
    return (
      <>
        <ProblemMessage error={error} />
        {hasStatus(error, 400, 422) && <ClearButton onClear={() => onSearch({})} />}
      </>
    );
  if (isPending || !list) return <StatusMessage>{words.loading}</StatusMessage>;
  if (list.total === 0) return <EmptyList search={search} onClear={() => onSearch({})} />;
  return (
    <>
      <RecordTable
        resource={resource}
        columns={columns}
        list={list}
        name={loaded.name}
        start={firstRowOf(search)}
        sort={search.sort}
        sorts={sortsOf(schema)}
        onSort={(sort) => onSearch(withChange(search, { sort }))}
        recordKey={search.deleted ? undefined : keyOf(resource.template)}
        actionOf={actionOf}
        selection={selection}
        onPause={onPause}
      />
      <p className={styles.total}>{words.list.records(list.total, list.isExact)}</p>
      {loaded.windowError !== null && (
        <>
          <ProblemMessage error={loaded.windowError} />
          <div>
            <Button icon="rotate-ccw" onClick={loaded.retry}>
              {words.list.retry}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** The button that restores a record of a list of deleted ones. */
function useRestore(resource: ListedResource, search: ListSearch) {
  const restore = useAvailableActions(resource.actions).find(({ name }) => name === 'restore');
  if (!search.deleted || !restore) return undefined;
  return (row: Row) => (
    <ActionButton
      code={resource.code}
      action={restore}
      ids={[String(row.id)]}
      refusal={refusalOf(row, operationOf('get', resource.template), restore)}
    />
  );
}

function EmptyList({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  if (!isFiltered(search)) return <StatusMessage>{words.list.empty}</StatusMessage>;
  return (
    <>
      <StatusMessage>{words.list.noMatches}</StatusMessage>
      <ClearButton onClear={onClear} />
    </>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <div>
      <Button onClick={onClear}>{words.list.clear}</Button>
    </div>
  );
}
