import { usePreferences, useSetPreferences } from '../../api/preferences.ts';
import { useShortcutHint } from '../../generic/commands/bindings.ts';
import { useShortcut } from '../../generic/commands/registry.ts';
import { IconButton } from '../../kit/button.tsx';
import { words } from '../words.ts';

/** The key of the preference. */
const sidebar = 'sidebar';

/** True if the user has hidden the menu beside the page. */
export const useIsSidebarHidden = (): boolean => usePreferences()[sidebar] === 'hidden';

/** The button that hides and shows the menu on wide screens. */
export function SidebarToggle() {
  const isHidden = useIsSidebarHidden();
  const { mutate } = useSetPreferences();
  const toggle = () => mutate({ [sidebar]: isHidden ? null : 'hidden' });
  useShortcut('menu', toggle);
  const label = isHidden ? words.shell.showMenu : words.shell.hideMenu;
  return (
    <IconButton
      icon="menu"
      label={label}
      aria-expanded={!isHidden}
      {...useShortcutHint('menu', label)}
      onClick={toggle}
    />
  );
}
