import { diffLines } from 'diff';
import styles from './line-diff.module.css';

export interface DiffWords {
  added: string;
  removed: string;
  /** Lines that are the same and not shown. */
  unchanged: (count: number) => string;
}

interface LineDiffProps {
  before: string;
  after: string;
  words: DiffWords;
}

/** Lines around a change that are shown. */
const context = 2;

/** The lines of a text that were added and removed, with the lines around them. */
export function LineDiff({ before, after, words }: LineDiffProps) {
  const parts = diffLines(ending(before), ending(after));
  return (
    <div className={styles.diff}>
      {parts.map((part, index) => {
        const lines = part.value.replace(/\n$/, '').split('\n');
        const key = `${index}`;
        if (part.added || part.removed)
          return <Changed key={key} kind={part.added ? 'added' : 'removed'} lines={lines} words={words} />;
        return (
          <Same
            key={key}
            lines={lines}
            isFirst={index === 0}
            isLast={index === parts.length - 1}
            words={words}
          />
        );
      })}
    </div>
  );
}

/** The last line is compared like the others. */
const ending = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);

function Changed({
  kind,
  lines,
  words,
}: {
  kind: 'added' | 'removed';
  lines: readonly string[];
  words: DiffWords;
}) {
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag className={styles[kind]}>
      <span className={styles.name}>{words[kind]}</span>
      {lines.join('\n')}
    </Tag>
  );
}

interface SameProps {
  lines: readonly string[];
  isFirst: boolean;
  isLast: boolean;
  words: DiffWords;
}

function Same({ lines, isFirst, isLast, words }: SameProps) {
  const start = isFirst ? 0 : context;
  const end = isLast ? lines.length : lines.length - context;
  const hidden = end - start;
  if (hidden <= 1) return <p className={styles.same}>{lines.join('\n')}</p>;
  return (
    <>
      {start > 0 && <p className={styles.same}>{lines.slice(0, start).join('\n')}</p>}
      <p className={styles.hidden}>{words.unchanged(hidden)}</p>
      {end < lines.length && <p className={styles.same}>{lines.slice(end).join('\n')}</p>}
    </>
  );
}
