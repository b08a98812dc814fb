import type { Session } from '../api/session/session.ts';
import { OrganizationShell } from './shell/organization-shell.tsx';
import { FactorGate } from './sign-in/factor/factor-gate.tsx';

export { HomePage } from './pages/home-page.tsx';
export { prefetchList, prefetchOrganization } from './prefetch.ts';
export { ListScreen, PathScreen, RecordScreen } from './resource-screens.tsx';

/** The frame of every page of an organization. The router loads this file, with all pages, after the sign-in. */
export function OrganizationPage({ slug, session }: { slug: string; session: Session }) {
  return (
    <FactorGate slug={slug} session={session}>
      <OrganizationShell slug={slug} session={session} />
    </FactorGate>
  );
}
