import type { Field } from '../api/resources.ts';
import styles from './field-value.module.css';
import { itemName } from './item-names.ts';
import { labelOf } from './labels.ts';
import { words } from './words.ts';

type Plain = string | number | boolean | null;
type PlainObject = Readonly<Record<string, Plain>>;

/** A value with several parts: as labels and texts if its parts are plain, otherwise as JSON. */
export function ObjectValue({ value, items }: { value: object; items?: Field['items'] }) {
  if (isPlainObject(value)) return <Parts value={value} />;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlainObject))
    return (
      <ol className={items ? styles.named : styles.items}>
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
          <li key={index}>
            {itemName(items, index)}
            <Parts value={one} />
          </li>
        ))}
      </ol>
    );
  if (Array.isArray(value) && value.every(isPlain))
    return <span className={styles.text}>{value.map(textOf).join(', ') || words.record.empty}</span>;
  return <code className={styles.json}>{JSON.stringify(value, null, 2)}</code>;
}

function Parts({ value }: { value: PlainObject }) {
  const parts = Object.entries(value);
  if (parts.length === 0) return <span className={styles.empty}>{words.record.empty}</span>;
  return (
    <dl className={styles.parts}>
      {parts.map(([name, part]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>{textOf(part)}</dd>
        </div>
      ))}
    </dl>
  );
}

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object';

const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isPlain);

function textOf(value: Plain): string {
  if (value === null || value === '') return words.record.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return String(value);
}
