import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

export interface OpenedOrganization {
  slug: string;
  session: Session;
}

export const SessionContext = createContext<OpenedOrganization | null>(null);

/** The organization of the address, and the session of its user. */
export function useOrganization(): OpenedOrganization {
  const opened = useContext(SessionContext);
  if (!opened) throw new Error('There is no organization outside of SessionContext');
  return opened;
}
