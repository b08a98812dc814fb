import type { Row } from '../../api/call-path.ts';
import type { Field } from '../../api/resources.ts';
import { FieldValue } from '../field-value.tsx';
import { labelOf } from '../labels.ts';
import styles from './record.module.css';

const hidden = new Set(['org_id', 'deleted_at']);

interface FieldListProps {
  fields: readonly Field[];
  row: Row;
  /** Fields that another user has just changed. */
  changed?: ReadonlySet<string>;
  /** Fields whose new values are not saved. */
  unsaved?: ReadonlySet<string>;
}

/** The names and values of the fields that a record contains. */
export function FieldList({ fields, row, changed, unsaved }: FieldListProps) {
  return (
    <dl className={styles.fields}>
      {fields
        .filter(({ name, readable }) => readable && name in row && !hidden.has(name))
        .map((field) => (
          <div key={field.name} className={styles.field}>
            <dt>{labelOf(field.name)}</dt>
            <dd
              data-changed={changed?.has(field.name) || undefined}
              data-unsaved={unsaved?.has(field.name) || undefined}
            >
              <FieldValue field={field} value={row[field.name]} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
