import styles from './kbd.module.css';

/** Keys that are pressed one after the other. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice.
        <kbd key={index} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
