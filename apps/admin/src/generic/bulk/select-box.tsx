import { useRef } from 'react';
import styles from './bulk.module.css';

interface SelectBoxProps {
  label: string;
  /** Undefined if only a part is chosen. */
  isChosen: boolean | undefined;
  onToggle: (isRange: boolean) => void;
}

/** A checkbox that chooses a record, or all records of a page. With Shift, it chooses a range. */
export function SelectBox({ label, isChosen, onToggle }: SelectBoxProps) {
  const isRange = useRef(false);
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = isChosen === undefined;
        }}
        aria-label={label}
        checked={isChosen === true}
        // The event of the change does not contain the key. Clicks by keyboard have it too.
        onClick={({ shiftKey }) => {
          isRange.current = shiftKey;
        }}
        onChange={() => onToggle(isRange.current)}
      />
    </label>
  );
}
