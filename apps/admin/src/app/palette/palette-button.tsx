import { lazy, Suspense, useState } from 'react';
import { useShortcutHint } from '../../generic/commands/bindings.ts';
import { useShortcut } from '../../generic/commands/registry.ts';
import { Button } from '../../kit/button.tsx';
import { words } from './words.ts';

const load = () => import('./palette-dialog.tsx');
const PaletteDialog = lazy(async () => ({ default: (await load()).PaletteDialog }));

/** The button that opens the command palette. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcut('palette', () => setIsOpen(true));
  return (
    <>
      <Button
        icon="search"
        aria-haspopup="dialog"
        aria-label={words.button}
        {...useShortcutHint('palette', words.button)}
        onPointerEnter={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        {words.short}
      </Button>
      {isOpen && (
        <Suspense>
          <PaletteDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
