import { useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { operationOf, useCan } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { ScrollTable } from '../../kit/table/scroll-table.tsx';
import { FieldValue } from '../field-value.tsx';
import { columnsOf } from '../fields.ts';
import { useIsKept } from '../form/unsaved/use-kept-input.ts';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import styles from './part.module.css';
import { PartForm, requestOfPart } from './part-form.tsx';
import type { PartListProps } from './part-list-props.ts';
import { PartRowActions } from './part-row-actions.tsx';
import { usePart } from './use-part.ts';

/** The records below a record, such as the comments of a task. */
export function PartList(props: PartListProps) {
  const { code, part, path } = props;
  const { data: page, error } = usePart(path);
  const [isAdding, setIsAdding] = useState(useIsKept(requestOfPart(path, true)));
  const can = useCan();
  const label = labelOf(part.name);
  if (error) return <ProblemMessage error={error} />;
  if (!page) return <StatusMessage>{words.loading}</StatusMessage>;
  const rows = page.data ?? [];
  const hidden = (page.total ?? rows.length) - rows.length;
  return (
    <div className={styles.content}>
      {rows.length === 0 && <StatusMessage>{words.part.empty}</StatusMessage>}
      {rows.length > 0 && <PartTable {...props} rows={rows} label={label} />}
      {hidden > 0 && <p className={styles.hint}>{words.part.more(hidden)}</p>}
      {part.key !== null && can(operationOf('post', part.path)) && (
        <div>
          <Button
            icon="plus"
            aria-haspopup="dialog"
            aria-label={words.part.addTo(label)}
            onClick={() => setIsAdding(true)}
          >
            {words.part.add}
          </Button>
        </div>
      )}
      {isAdding && (
        <PartForm
          code={code}
          part={part}
          partPath={path}
          path={path}
          row={undefined}
          title={words.part.addTo(label)}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  );
}

function PartTable({ rows, label, ...props }: PartListProps & { rows: readonly Row[]; label: string }) {
  // Every row refers to the same record.
  const fields = props.part.fields.filter(({ name }) => name !== `${props.code}_id`);
  const columns = columnsOf({ fields }, undefined);
  return (
    <ScrollTable label={words.list.table(label)}>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {labelOf(name)}
            </th>
          ))}
          {props.part.key !== null && <th scope="col">{words.part.actions}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify(row[props.part.key ?? 'id'] ?? row)}>
            {columns.map((field) => (
              <td key={field.name}>
                <FieldValue field={field} value={row[field.name]} />
              </td>
            ))}
            {props.part.key !== null && (
              <td>
                <PartRowActions {...props} row={row} rowKey={String(row[props.part.key])} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
