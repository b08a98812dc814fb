import { lazy, Suspense, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { useCommand } from '../commands/registry.ts';
import { words } from '../words.ts';
import type { ImportDialogProps } from './import-dialog.tsx';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Imports records from a file. */
export function ImportButton(props: Omit<ImportDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  useCommand(`action:${props.action.path}`, words.import.button, () => setIsOpen(true));
  return (
    <>
      <Button icon="upload" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.import.button}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
