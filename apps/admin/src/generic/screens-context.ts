import { createContext, useContext } from 'react';
import type { AdminArea, ResourceScreen } from './define-admin-area.ts';

/** The areas of the application. Generic screens read what the area of their resource declares. */
export const ScreensContext = createContext<readonly AdminArea[]>([]);

export function useScreen(code: string): ResourceScreen {
  return useContext(ScreensContext).find(({ resources }) => code in resources)?.resources[code] ?? {};
}
