import type { Density, Theme } from '../../api/session/remembered.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { words as appWords } from '../words.ts';
import styles from './preferences.module.css';
import { densities, themes, useDisplay } from './use-display.ts';
import { words } from './words.ts';

const text = words.display;

/** Chooses the colour scheme and the density. */
export function DisplaySettings() {
  const { theme, density, chooseTheme, chooseDensity, error } = useDisplay();
  return (
    <section className={styles.section} aria-label={text.title}>
      <h2>{text.title}</h2>
      {error && <ProblemMessage error={error} />}
      <div className={styles.choices}>
        <Field label={appWords.shell.theme}>
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={theme}
              onChange={({ target }) => chooseTheme(target.value as Theme)}
            >
              {themes.map((one) => (
                <option key={one} value={one}>
                  {appWords.shell.themes[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.density} hint={text.densityHint}>
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={density}
              onChange={({ target }) => chooseDensity(target.value as Density)}
            >
              {densities.map((one) => (
                <option key={one} value={one}>
                  {text.densities[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </section>
  );
}
