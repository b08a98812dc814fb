import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../api/rights/row-rights.ts';
import { Button } from '../../kit/button.tsx';
import { useCommand } from '../commands/registry.ts';
import { useIsKept } from '../form/unsaved/use-kept-input.ts';
import { labelOf } from '../labels.ts';
import { RefusedButton } from '../refused-button.tsx';
import { requestOf, type TakenAction } from './taken-action.ts';

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));

interface ActionButtonProps extends TakenAction {
  /** True if the command palette offers the action too. */
  isCommand?: boolean;
  /** Set if the user may not take the action on this record. */
  refusal?: Refusal | undefined;
  /** False if the action would fail in the present state of the record. It is then shown only while its dialog is open. */
  isPossible?: boolean;
}

/** A button that opens the form or the confirmation of an action. */
export function ActionButton({ isCommand = false, isPossible = true, refusal, ...props }: ActionButtonProps) {
  const [isOpen, setIsOpen] = useState(useIsKept(requestOf(props)));
  const label = labelOf(props.action.name);
  const isShown = isPossible || isOpen;
  const isOffered = isCommand && isPossible && !refusal;
  useCommand(`action:${props.action.path}`, label, isOffered ? () => setIsOpen(true) : undefined);
  const { place, button } = useFocusAfter();
  if (!isShown) return <span ref={place} hidden />;
  if (refusal) return <RefusedButton label={label} refusal={refusal} />;
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <ActionDialog {...props} label={label} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Moves the focus to the first control beside a button that disappears while it has the focus, or closes its dialog. */
function useFocusAfter() {
  const hadFocus = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current && hadFocus.current && document.activeElement === document.body)
      place.current.parentElement?.querySelector<HTMLElement>('a, button')?.focus();
    hadFocus.current = false;
  });
  // Its cleanup runs before the button is removed. A modal dialog that it has opened is beside it.
  const button = (element: HTMLButtonElement | null) => () => {
    hadFocus.current = element?.parentElement?.contains(document.activeElement) ?? false;
  };
  return { place, button };
}
