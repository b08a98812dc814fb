import { Link } from '@tanstack/react-router';
import { useOrganization } from '../../api/session/session-context.ts';
import { isApple, useBindings } from '../../generic/commands/bindings.ts';
import {
  places,
  type ShortcutGroup,
  type ShortcutId,
  shortcutIds,
  shortcuts,
} from '../../generic/commands/catalogue.ts';
import { displayKeys } from '../../generic/commands/keys.ts';
import { findCommand } from '../../generic/commands/registry.ts';
import { words as commandWords } from '../../generic/commands/words.ts';
import { Button } from '../../kit/button.tsx';
import { Kbd } from '../../kit/kbd.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import styles from './shortcuts.module.css';
import { words } from './words.ts';

const groups = Object.keys(commandWords.groups) as ShortcutGroup[];

/** All shortcuts with their keys, except those that lead to places that the user may not open. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization();
  const bindings = useBindings();
  const isListed = (id: ShortcutId) =>
    bindings[id].length > 0 && (!places.includes(id) || findCommand(id) !== undefined);
  return (
    <Dialog title={words.title} onClose={onClose}>
      {groups.map((group) => {
        const ids = shortcutIds.filter((id) => shortcuts[id].group === group && isListed(id));
        return (
          ids.length > 0 && (
            <section key={group} className={styles.group} aria-label={commandWords.groups[group]}>
              <h3>{commandWords.groups[group]}</h3>
              <dl>
                {ids.map((id) => (
                  <div key={id} className={styles.shortcut}>
                    <dt>{commandWords.shortcuts[id]}</dt>
                    {bindings[id].map((keys) => (
                      <dd key={keys}>
                        <Kbd keys={displayKeys(keys, isApple)} />
                      </dd>
                    ))}
                  </div>
                ))}
              </dl>
            </section>
          )
        );
      })}
      <div className={styles.actions}>
        <Link to="/$slug/profile" params={{ slug }} onClick={onClose}>
          {words.change}
        </Link>
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}
