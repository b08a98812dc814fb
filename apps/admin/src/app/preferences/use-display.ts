import { useEffect } from 'react';
import { usePreferences, useSetPreferences } from '../../api/preferences.ts';
import {
  applyDensity,
  applyTheme,
  type Density,
  rememberedDensity,
  rememberedTheme,
  type Theme,
} from '../../api/session/remembered.ts';

export const themes: readonly Theme[] = ['system', 'light', 'dark'];
export const densities: readonly Density[] = ['compact', 'comfortable'];

/** The colour scheme and the density of the user. Without a choice of the user, those that this browser used last. */
export function useDisplay() {
  const stored = usePreferences();
  const { mutate, error } = useSetPreferences();
  return {
    theme: themes.find((one) => one === stored.theme) ?? rememberedTheme(),
    density: densities.find((one) => one === stored.density) ?? rememberedDensity(),
    chooseTheme: (theme: Theme) => {
      applyTheme(theme);
      mutate({ theme });
    },
    chooseDensity: (density: Density) => {
      applyDensity(density);
      mutate({ density });
    },
    /** The error of the last choice, which could not be stored. */
    error,
  };
}

/** Applies the choices of the user, who may have made them on another device. */
export function useAppliedDisplay(): void {
  const { theme, density } = useDisplay();
  useEffect(() => {
    if (theme !== rememberedTheme()) applyTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (density !== rememberedDensity()) applyDensity(density);
  }, [density]);
}
