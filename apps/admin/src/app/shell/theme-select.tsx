import type { Theme } from '../../api/session/remembered.ts';
import { themes, useDisplay } from '../preferences/use-display.ts';
import { words } from '../words.ts';
import styles from './header.module.css';

/** Chooses between light and dark. */
export function ThemeSelect() {
  const { theme, chooseTheme } = useDisplay();
  return (
    <select
      className={styles.theme}
      aria-label={words.shell.theme}
      value={theme}
      onChange={(event) => chooseTheme(event.target.value as Theme)}
    >
      {themes.map((one) => (
        <option key={one} value={one}>
          {words.shell.themes[one]}
        </option>
      ))}
    </select>
  );
}
