import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type MenuEntry, useMenu } from '../../api/queries.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { places, type ShortcutId } from '../../generic/commands/catalogue.ts';
import { useShortcut } from '../../generic/commands/registry.ts';
import { useKeyboard } from '../../generic/commands/use-keyboard.ts';
import { undoLatest } from '../../live/undo.ts';

const ShortcutDialog = lazy(async () => ({
  default: (await import('./shortcut-dialog.tsx')).ShortcutDialog,
}));

/** The shortcuts that every page has. */
export function PageShortcuts() {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const menu = useMenu();
  const codes = codesOf(menu.data ?? []);
  const [isListed, setIsListed] = useState(false);
  useKeyboard();
  useShortcut('undo', () => undoLatest(slug));
  useShortcut('submit', submitFocusedForm);
  useShortcut('help', () => setIsListed(true));
  useShortcut('home', () => void navigate({ to: '/$slug', params: { slug } }));
  return (
    <>
      {places
        .filter((id) => codes.has(id))
        .map((id) => (
          <PlaceShortcut key={id} id={id} />
        ))}
      {isListed && (
        <Suspense>
          <ShortcutDialog onClose={() => setIsListed(false)} />
        </Suspense>
      )}
    </>
  );
}

function PlaceShortcut({ id }: { id: ShortcutId }): null {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  useShortcut(id, () => void navigate({ to: '/$slug/r/$code', params: { slug, code: id } }));
  return null;
}

/** The codes of the resources in the menu. */
function codesOf(entries: readonly MenuEntry[]): Set<string> {
  return new Set(
    entries.flatMap(({ target, target_kind, children }) => [
      ...(target_kind === 'resource' && target !== null ? [target] : []),
      ...codesOf(children),
    ]),
  );
}

function submitFocusedForm(): boolean {
  const form = document.activeElement?.closest('form');
  form?.requestSubmit();
  return Boolean(form);
}
