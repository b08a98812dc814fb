import type { Field } from '../../../api/resources.ts';
import { Icon } from '../../../kit/icon.tsx';
import { labelOf } from '../../labels.ts';
import { words } from '../../words.ts';
import styles from './record-table.module.css';

interface ColumnHeaderProps {
  field: Field;
  className: string | undefined;
  sort: string | undefined;
  isSortable: boolean;
  onSort: (sort: string) => void;
}

/** The name of a column, which sorts the list if it can be sorted by it. */
export function ColumnHeader({ field: { name }, className, sort, isSortable, onSort }: ColumnHeaderProps) {
  const label = labelOf(name);
  if (!isSortable)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className={styles.sort}
        title={words.list.sortBy(label)}
        onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}
      >
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />}
      </button>
    </th>
  );
}
