import { lazy, Suspense, useState } from 'react';
import { type Action, type ListedResource, useSchema } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { useCommand } from '../commands/registry.ts';
import { words } from '../words.ts';

const ReorderDialog = lazy(async () => ({ default: (await import('./reorder-dialog.tsx')).ReorderDialog }));

/** Changes the order of all records of a list. In a list of trees, each branch has an order of its own. */
export function ReorderButton({ resource, action }: { resource: ListedResource; action: Action }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: schema } = useSchema(resource.code, 'action', { action: action.name });
  const isPossible = schema?.required?.join() === 'ids';
  useCommand(`action:${action.path}`, words.order.button, isPossible ? () => setIsOpen(true) : undefined);
  if (!isPossible) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.order.button}
      </Button>
      {isOpen && (
        <Suspense>
          <ReorderDialog resource={resource} action={action} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
