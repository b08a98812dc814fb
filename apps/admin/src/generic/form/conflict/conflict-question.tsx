import { lazy, Suspense } from 'react';
import type { ConflictDialogProps } from './conflict-dialog.tsx';

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));

/** Asks whose values are saved. */
export const ConflictQuestion = (props: ConflictDialogProps) => (
  <Suspense>
    <ConflictDialog {...props} />
  </Suspense>
);
