import type { Field } from '../api/resources.ts';
import { useEnumValues } from '../api/start.ts';
import styles from './field-value.module.css';
import { labelOf } from './labels.ts';
import { ObjectValue } from './object-value.tsx';
import { RecordReference } from './reference/record-reference.tsx';
import { words } from './words.ts';

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat();

interface FieldValueProps {
  field: Field;
  value: unknown;
  /** True inside of a link: the names of other records lead nowhere. */
  isText?: boolean;
}

/** The value of a field, formatted by its type. */
export function FieldValue({ field, value, isText = false }: FieldValueProps) {
  if (value === null || value === undefined || value === '')
    return <span className={styles.empty}>{words.record.empty}</span>;
  if (field.ref && typeof value === 'number')
    return <RecordReference to={field.ref} id={value} isText={isText} />;
  if (field.ref && isIds(value)) return <References to={field.ref} ids={value} />;
  if (field.vocabulary) return <EnumLabel code={field.vocabulary} value={String(value)} />;
  switch (field.type) {
    case 'boolean':
      return value ? words.yes : words.no;
    case 'date':
      return <time dateTime={String(value)}>{days.format(new Date(String(value)))}</time>;
    case 'timestamp':
      return <time dateTime={String(value)}>{times.format(new Date(String(value)))}</time>;
    case 'integer':
    case 'number':
      return typeof value === 'number' && field.name !== 'id' ? numbers.format(value) : String(value);
    case 'enum':
      return <span className={styles.chip}>{labelOf(String(value))}</span>;
    default:
      if (typeof value === 'object') return <ObjectValue value={value} items={field.items} />;
      return isText ? String(value) : <span className={styles.text}>{String(value)}</span>;
  }
}

const isIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number');

function References({ to, ids }: { to: string; ids: readonly number[] }) {
  return (
    <ul className={styles.references}>
      {ids.map((id) => (
        <li key={id}>
          <RecordReference to={to} id={id} />
        </li>
      ))}
    </ul>
  );
}

/** A value of an enum of the organization, with the label and the colour that the organization has chosen. */
function EnumLabel({ code, value }: { code: string; value: string }) {
  const found = useEnumValues(code)?.find((one) => one.code === value);
  return (
    <span className={styles.chip}>
      {found?.color && (
        <svg viewBox="0 0 8 8" className={styles.dot} fill={found.color} aria-hidden="true">
          <circle cx="4" cy="4" r="4" />
        </svg>
      )}
      {found?.label ?? labelOf(value)}
    </span>
  );
}
