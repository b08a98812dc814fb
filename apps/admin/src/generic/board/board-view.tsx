import { useState } from 'react';
import type { Field, ListedResource } from '../../api/resources.ts';
import { useEnumValues } from '../../api/start.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { labelOf } from '../labels.ts';
import type { ListSearch } from '../list/parse-search.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import styles from './board.module.css';
import { BoardColumn } from './board-column.tsx';
import { maxPerColumn, useBoard } from './use-board.ts';
import { usePlacedRows } from './use-placed-rows.ts';
import { useRowFocus } from './use-row-focus.ts';

export interface BoardViewProps {
  resource: ListedResource;
  /** The field whose values are the columns. */
  by: Field;
  /** The fields that a card shows. */
  fields: readonly Field[];
  search: ListSearch;
}

/** A column for each value of a field, with the records that have it in the order of the list. */
export function BoardView({ resource, by, fields, search }: BoardViewProps) {
  const values = useEnumValues(by.vocabulary);
  const [perColumn, setPerColumn] = useState<number>();
  const { data, error, isPending } = useBoard(resource.path, search, perColumn);
  const board = useRowFocus<HTMLElement>();
  const labels = new Map(values?.map(({ code, label }) => [code, label]));
  const inactive = new Set(values?.filter(({ is_active }) => !is_active).map(({ code }) => code));
  const columns = usePlacedRows(resource.path, by.name, data?.columns ?? [])
    .map((column) => ({ ...column, label: labels.get(column.code) ?? labelOf(column.code) }))
    // Records keep a value that was deactivated.
    .filter(({ code, total }) => total > 0 || !inactive.has(code));
  if (error) return <ProblemMessage error={error} />;
  if (isPending) return <StatusMessage>{words.loading}</StatusMessage>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section ref={board} className={styles.board} aria-label={words.board.label(resource.label)} tabIndex={0}>
      {columns.map((column) => (
        <BoardColumn
          key={column.code}
          {...{ resource, by, fields, column, columns, search }}
          onMore={perColumn === undefined ? () => setPerColumn(maxPerColumn) : undefined}
        />
      ))}
    </section>
  );
}
