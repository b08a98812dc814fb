import { useState } from 'react';
import { operationOf, type Part, useCan } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { useIsKept } from '../form/unsaved/use-kept-input.ts';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { FieldList } from '../record/field-list.tsx';
import { words } from '../words.ts';
import styles from './part.module.css';
import { PartForm, requestOfPart } from './part-form.tsx';
import { usePart } from './use-part.ts';

interface PartRecordProps {
  code: string;
  part: Part;
  path: string;
}

/** A single record below a record, such as the profile of a user. */
export function PartRecord({ code, part, path }: PartRecordProps) {
  const { data: row, error } = usePart(path);
  const [isEdited, setIsEdited] = useState(useIsKept(requestOfPart(path, false)));
  const can = useCan();
  if (error) return <ProblemMessage error={error} />;
  if (!row) return <StatusMessage>{words.loading}</StatusMessage>;
  return (
    <div className={styles.content}>
      <FieldList fields={part.fields} row={row} />
      {can(operationOf('patch', part.path)) && (
        <div>
          <Button icon="pencil" aria-haspopup="dialog" onClick={() => setIsEdited(true)}>
            {words.record.edit}
          </Button>
        </div>
      )}
      {isEdited && (
        <PartForm
          code={code}
          part={part}
          partPath={path}
          path={path}
          row={row}
          title={words.part.change(labelOf(part.name))}
          onClose={() => setIsEdited(false)}
        />
      )}
    </div>
  );
}
