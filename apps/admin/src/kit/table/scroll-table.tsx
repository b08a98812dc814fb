import type { CSSProperties, ReactNode, Ref } from 'react';
import styles from './scroll-table.module.css';

interface ScrollTableProps {
  label: string;
  /** True for a table with many rows, whose header remains visible. */
  isTall?: boolean;
  /** True if columns keep their widths whatever rows are drawn. */
  isEven?: boolean;
  /** The number of columns of an even table. */
  columns?: number;
  className?: string;
  /** The role of the table, if it is more than a table. */
  role?: 'treegrid';
  /** The number of rows, if not all of them are drawn; -1 if it is not known. */
  rowCount?: number | undefined;
  /** The element that scrolls. */
  scroller?: Ref<HTMLElement>;
  onScroll?: () => void;
  children: ReactNode;
}

/** A table that scrolls sideways on narrow screens. */
export function ScrollTable({ label, isTall = false, isEven = false, ...rest }: ScrollTableProps) {
  const { role, rowCount, scroller, onScroll, children, columns = 0, className = '' } = rest;
  return (
    <section
      ref={scroller}
      className={`${styles.scroll} ${isTall ? styles.tall : ''}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={onScroll}
    >
      <table
        className={`${styles.table} ${isEven ? styles.even : ''} ${className}`}
        style={isEven ? ({ '--columns': columns } as CSSProperties) : undefined}
        role={role}
        aria-label={role && label}
        aria-rowcount={rowCount}
      >
        {children}
      </table>
    </section>
  );
}
