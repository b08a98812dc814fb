import { lazy, Suspense, useState } from 'react';
import { fillPath, type ListedResource, type Part } from '../../api/resources.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { useIsKeptBelow } from '../form/unsaved/use-kept-input.ts';
import { labelOf } from '../labels.ts';
import { useScreen } from '../screens-context.ts';
import { words } from '../words.ts';
import styles from './part.module.css';

const PartList = lazy(async () => ({ default: (await import('./part-list.tsx')).PartList }));
const PartRecord = lazy(async () => ({ default: (await import('./part-record.tsx')).PartRecord }));

interface PartsProps {
  resource: ListedResource;
  /** The values of the parameters of the record's path. */
  ids: readonly (string | number)[];
}

/** The lists and single records below a record. They are loaded when opened: some reads are recorded. */
export function Parts({ resource, ids }: PartsProps) {
  const { ownParts = [] } = useScreen(resource.code);
  return resource.parts
    .filter(({ name }) => !ownParts.includes(name))
    .map((part) => <PartSection key={part.name} code={resource.code} part={part} ids={ids} />);
}

function PartSection({ code, part, ids }: { code: string; part: Part; ids: PartsProps['ids'] }) {
  const path = fillPath(part.path, ids);
  const [isOpen, setIsOpen] = useState(useIsKeptBelow(path));
  const shared = { code, part, ids, path };
  return (
    <details open={isOpen} className={styles.part} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h2>{labelOf(part.name)}</h2>
      </summary>
      {isOpen && (
        <Suspense fallback={<StatusMessage>{words.loading}</StatusMessage>}>
          {part.singleton ? <PartRecord {...shared} /> : <PartList {...shared} />}
        </Suspense>
      )}
    </details>
  );
}
