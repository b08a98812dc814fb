import { useCallback } from 'react';
import { useLatest } from '../../../kit/hooks/use-latest.ts';
import { ScrollTable } from '../../../kit/table/scroll-table.tsx';
import { SelectBox } from '../../bulk/select-box.tsx';
import type { RowSelection } from '../../bulk/selection/use-selection.ts';
import { words } from '../../words.ts';
import { drawnPlaces } from '../sparse/drawn-places.ts';
import { lengthOf, loadedRows, rowAt, type SparseList, windowSize } from '../sparse/sparse-list.ts';
import { useSparseFocus } from '../sparse/use-sparse-focus.ts';
import { useViewport } from '../sparse/use-viewport.ts';
import { rowIdentity } from '../use-list.ts';
import { ColumnHeader } from './column-header.tsx';
import { EmptyRow, Gap, RecordRow, type RowOptions } from './record-row.tsx';
import styles from './record-table.module.css';

interface RecordTableProps extends RowOptions {
  /** The records that are chosen for a common change, if there can be one. */
  selection: RowSelection | undefined;
  list: SparseList;
  /** Identifies the list with its filters and its order. */
  name: string;
  /** The place of the row that is at the top first. */
  start: number;
  sort: string | undefined;
  sorts: ReadonlySet<string>;
  onSort: (sort: string) => void;
  /** Called when scrolling has paused, with the places of the first and the last row on screen. */
  onPause: (first: number, last: number) => void;
}

/** A table of records, of which only those on screen are drawn. The first column leads to the record. */
export function RecordTable(props: RecordTableProps) {
  const { list, name, start, sort, sorts, onSort, onPause, selection, ...row } = props;
  const { resource, columns, actionOf } = row;
  const length = lengthOf(list);
  const isWhole = length <= windowSize;
  const viewport = useViewport({ name, length, start, onPause });
  const focus = useSparseFocus({ ...viewport, length });
  const focused = loadedRows(list).find((one) => rowIdentity(one.row) === focus.focusedKey)?.index;
  const drawn = isWhole ? { first: 0, last: length - 1 } : viewport.drawn;
  const places = drawnPlaces(drawn, length, [focus.wanted, focused]);
  const latestToggle = useLatest(selection?.toggle);
  const toggle = useCallback(
    (key: string, isRange: boolean) => latestToggle.current?.(key, isRange),
    [latestToggle],
  );
  const width = columns.length + Number(selection !== undefined) + Number(actionOf !== undefined);
  return (
    <ScrollTable
      label={words.list.table(resource.label)}
      isTall
      isEven
      className={`${styles.table} ${actionOf ? styles.withActions : ''}`}
      columns={width}
      rowCount={list.isExact ? length + 1 : -1}
      scroller={viewport.scroller}
      onScroll={viewport.onScroll}
    >
      <TableHead {...{ columns, actionOf, selection, isWhole, sort, sorts, onSort }} />
      <tbody
        ref={focus.body}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onKeyDown={(event) => {
          focus.onKeyDown(event);
          selection?.onKeyDown(event);
        }}
      >
        {places.map((place) => {
          if (place.rows !== undefined)
            return (
              <Gap key={`gap ${place.index}`} columns={width} blockSize={place.rows * viewport.height} />
            );
          const loaded = rowAt(list, place.index);
          if (!loaded) return <EmptyRow key={`empty ${place.index}`} index={place.index} columns={width} />;
          const key = rowIdentity(loaded);
          return (
            <RecordRow
              key={key}
              {...row}
              index={place.index}
              loaded={loaded}
              isChosen={selection?.chosen.has(key)}
              onToggle={toggle}
            />
          );
        })}
      </tbody>
    </ScrollTable>
  );
}

type TableHeadProps = Pick<
  RecordTableProps,
  'columns' | 'actionOf' | 'selection' | 'sort' | 'sorts' | 'onSort'
> & {
  isWhole: boolean;
};

function TableHead({ columns, actionOf, selection, isWhole, sort, sorts, onSort }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles.select}>
            <SelectBox
              label={isWhole ? words.bulk.selectAll : words.bulk.selectOnScreen}
              isChosen={selection.isPageChosen}
              onToggle={selection.togglePage}
            />
          </th>
        )}
        {columns.map((field, index) => (
          <ColumnHeader
            key={field.name}
            field={field}
            className={index === 0 ? styles.first : undefined}
            sort={sort}
            isSortable={sorts.has(field.name)}
            onSort={onSort}
          />
        ))}
        {actionOf && <th scope="col">{words.part.actions}</th>}
      </tr>
    </thead>
  );
}
