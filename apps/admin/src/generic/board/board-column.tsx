import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '../../api/call-path.ts';
import { type Field, type ListedResource, operationOf, useCan } from '../../api/resources.ts';
import { refusalOf } from '../../api/rights/row-rights.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { controlClass } from '../../kit/field.tsx';
import { showChoices } from '../../kit/hooks/show-choices.ts';
import { useShownRow } from '../../live/use-shown-row.ts';
import { FieldValue } from '../field-value.tsx';
import { titleOf } from '../fields.ts';
import { labelOf } from '../labels.ts';
import { filtersIn } from '../list/list-search.ts';
import type { ListSearch } from '../list/parse-search.ts';
import { pathOfRow } from '../list/use-list.ts';
import { words } from '../words.ts';
import { PendingMark } from '../write/pending-mark.tsx';
import { useRecordWrite } from '../write/use-record-write.ts';
import styles from './board.module.css';

interface Column {
  code: string;
  label: string;
  total: number;
  /** The first records. */
  rows: readonly Row[];
}

interface BoardColumnProps {
  resource: ListedResource;
  /** The field whose values are the columns. */
  by: Field;
  /** The fields that a card shows. */
  fields: readonly Field[];
  column: Column;
  columns: readonly Column[];
  search: ListSearch;
  /** Shows more records of each column, if that is possible. */
  onMore: (() => void) | undefined;
}

export function BoardColumn({ column, search, onMore, ...card }: BoardColumnProps) {
  const hidden = column.total - column.rows.length;
  const { method, path } = updateOf(card.resource);
  const canUpdate = useCan()(operationOf(method, path));
  return (
    <section className={styles.column} aria-label={column.label}>
      <h2 className={styles.title}>
        {column.label} <span className={styles.count}>{column.total}</span>
      </h2>
      <ul className={styles.cards}>
        {column.rows.map((row) => (
          <Card key={String(row.id)} {...card} loaded={row} canUpdate={canUpdate} />
        ))}
      </ul>
      {hidden > 0 && (
        <>
          <p className={styles.count}>{words.part.more(hidden)}</p>
          {onMore ? (
            <Button onClick={onMore}>{words.board.more}</Button>
          ) : (
            <TableLink {...card} search={search} code={column.code} />
          )}
        </>
      )}
    </section>
  );
}

interface TableLinkProps extends Pick<BoardColumnProps, 'resource' | 'by' | 'search'> {
  code: string;
}

/** Leads to all records of a column as a table. */
function TableLink({ resource, by, search, code }: TableLinkProps) {
  const { slug } = useOrganization();
  return (
    <Link
      to="/$slug/r/$code"
      params={{ slug, code: resource.code }}
      search={{ ...filtersIn(search), [by.name]: code }}
    >
      {words.board.all}
    </Link>
  );
}

const updateOf = ({ template, key }: ListedResource) => ({ method: 'patch', path: `${template}/:${key}` });

type CardProps = Pick<BoardColumnProps, 'resource' | 'by' | 'fields' | 'columns'> & {
  loaded: Row;
  /** True if the user may change any record. */
  canUpdate: boolean;
};

function Card({ resource, by, fields, columns, loaded, canUpdate }: CardProps) {
  const { slug } = useOrganization();
  const path = pathOfRow(resource.path, loaded);
  const { row, base, changed, changes } = useShownRow(path, loaded);
  const title = titleOf(row, resource);
  const isMovable = canUpdate && !refusalOf(row, operationOf('get', resource.template), updateOf(resource));
  return (
    <li className={styles.card} data-changed={changed.size > 0 || undefined}>
      <Link
        to="/$slug/r/$code/$key"
        params={{ slug, code: resource.code, key: String(row.id) }}
        className={styles.open}
        data-record
      >
        {title}
      </Link>
      <PendingMark changes={changes} onLeave={() => keepFocus(path)} />
      <dl className={styles.facts}>
        {fields
          .filter(({ name }) => row[name] !== null && row[name] !== undefined)
          .map((field) => (
            <div key={field.name}>
              <dt>{labelOf(field.name)}</dt>
              <dd>
                <FieldValue field={field} value={row[field.name]} />
              </dd>
            </div>
          ))}
      </dl>
      {isMovable && <MoveSelect {...{ resource, by, columns, path, row, base, title }} />}
    </li>
  );
}

interface MoveSelectProps extends Pick<CardProps, 'resource' | 'columns'> {
  by: Field;
  path: string;
  row: Row;
  /** The record without changes that have failed. */
  base: Row;
  title: string;
}

/** The path of the record whose control has the focus, or was used by keyboard, and appears in another column. */
let movedPath: string | undefined;

/** Time after which the control must have appeared: otherwise the user has left the board. */
const movedMs = 1_000;
let timer: ReturnType<typeof setTimeout> | undefined;

function keepFocus(path: string | undefined): void {
  movedPath = path;
  clearTimeout(timer);
  timer = setTimeout(() => {
    movedPath = undefined;
  }, movedMs);
}

/** Moves a record to another column. */
function MoveSelect({ resource, by, columns, path, row, base, title }: MoveSelectProps) {
  const write = useRecordWrite(resource);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (path !== movedPath) return;
    movedPath = undefined;
    const { activeElement, body } = document;
    // The control in the previous column may still exist.
    const isLeft = activeElement === body || activeElement?.ariaLabel === select.current?.ariaLabel;
    if (isLeft) select.current?.focus();
  }, [path]);
  // The record may also move because the user undoes a change, or because of another user.
  useLayoutEffect(() => {
    const control = select.current;
    return () => {
      if (control !== null && control === document.activeElement) keepFocus(path);
    };
  }, [path]);
  const move = (target: HTMLSelectElement) => {
    keepFocus(target.matches(':focus-visible') ? path : undefined);
    write({ path, title, body: { [by.name]: target.value }, base: { row: base, etag: null } });
  };
  return (
    <select
      ref={select}
      className={controlClass}
      aria-label={words.board.move(title)}
      value={String(row[by.name])}
      onKeyDown={showChoices}
      onChange={({ target }) => move(target)}
    >
      {columns.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </select>
  );
}
