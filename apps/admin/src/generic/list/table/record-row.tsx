import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import type { Row } from '../../../api/call-path.ts';
import type { Field, ListedResource } from '../../../api/resources.ts';
import { useOrganization } from '../../../api/session/session-context.ts';
import { useShownRow } from '../../../live/use-shown-row.ts';
import { SelectBox } from '../../bulk/select-box.tsx';
import { FieldValue } from '../../field-value.tsx';
import { titleOf } from '../../fields.ts';
import { words } from '../../words.ts';
import { isLeaving, PendingMark, unsavedFields } from '../../write/pending-mark.tsx';
import { pathOfRow, rowIdentity } from '../use-list.ts';
import { isDrawnAlike } from './is-drawn-alike.ts';
import styles from './record-table.module.css';

export interface RowOptions {
  resource: ListedResource;
  columns: readonly Field[];
  /** The field that identifies a record in its address; undefined if records cannot be opened. */
  recordKey: string | undefined;
  /** The content of an additional column. */
  actionOf?: ((row: Row) => ReactNode) | undefined;
}

interface RecordRowProps extends RowOptions {
  index: number;
  loaded: Row;
  /** True if the record is chosen for a common change; undefined if there can be none. */
  isChosen: boolean | undefined;
  onToggle: (key: string, isRange: boolean) => void;
}

/** The place of a row, from 0; in the accessibility tree, the header is the first row. */
const placeOf = (index: number) => ({ 'data-index': index, 'aria-rowindex': index + 2 });

/** A record as a row of a table. Drawn again only if it looks different: a list that was read again has new objects. */
export const RecordRow = memo(DrawnRow, isDrawnAlike);

function DrawnRow({ index, loaded, isChosen, onToggle, ...options }: RecordRowProps) {
  const { resource, columns, recordKey, actionOf } = options;
  const { slug } = useOrganization();
  const { row, changed, changes } = useShownRow(pathOfRow(resource.path, loaded), loaded);
  const key = rowIdentity(loaded);
  const unsaved = unsavedFields(changes);
  return (
    <tr
      {...placeOf(index)}
      className={styles.row}
      data-key={key}
      data-leaving={isLeaving(changes) || undefined}
    >
      {isChosen !== undefined && (
        <td>
          <SelectBox
            label={words.bulk.select(titleOf(row, resource))}
            isChosen={isChosen}
            onToggle={(isRange) => onToggle(key, isRange)}
          />
        </td>
      )}
      {columns.map((field, column) => (
        <td
          key={field.name}
          data-changed={changed.has(field.name) || undefined}
          data-unsaved={unsaved.has(field.name) || undefined}
        >
          <div className={styles.cell}>
            {column === 0 && recordKey ? (
              <Link
                to="/$slug/r/$code/$key"
                params={{ slug, code: resource.code, key: String(row[recordKey]) }}
                className={styles.open}
                data-record
              >
                {isNamed(row[field.name]) ? (
                  <FieldValue field={field} value={row[field.name]} isText />
                ) : (
                  titleOf(row, resource)
                )}
              </Link>
            ) : (
              <FieldValue field={field} value={row[field.name]} />
            )}
            {column === 0 && <PendingMark changes={changes} />}
          </div>
        </td>
      ))}
      {actionOf && (
        <td>
          <div className={styles.cell}>{actionOf(row)}</div>
        </td>
      )}
    </tr>
  );
}

const isNamed = (value: unknown) => value !== null && value !== undefined && value !== '';

/** A row that is not loaded. */
export function EmptyRow({ index, columns }: { index: number; columns: number }) {
  return (
    <tr {...placeOf(index)} className={styles.row}>
      <td colSpan={columns}>
        <div className={styles.skeleton} />
      </td>
    </tr>
  );
}

/** The space of rows that are not drawn. */
export function Gap({ blockSize, columns }: { blockSize: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no content.
    <tr aria-hidden="true">
      <td colSpan={columns} className={styles.gap} style={{ blockSize }} />
    </tr>
  );
}
