import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Session } from '../../api/session/session.ts';
import { SessionContext } from '../../api/session/session-context.ts';
import { EnumsContext, useStart } from '../../api/start.ts';
import { areas } from '../../areas/areas.ts';
import { ScreensContext } from '../../generic/screens-context.ts';
import { useMediaQuery } from '../../kit/hooks/use-media-query.ts';
import { Toasts } from '../../kit/layers/toast.tsx';
import { useLiveUpdates } from '../../live/use-live-updates.ts';
import { useAppliedDisplay } from '../preferences/use-display.ts';
import { PageShortcuts } from '../shortcuts/page-shortcuts.tsx';
import { words } from '../words.ts';
import { NewVersionBanner } from './banners/new-version-banner.tsx';
import { RestrictionBanners } from './banners/restriction-banners.tsx';
import { UnsavedBanner } from './banners/unsaved-banner.tsx';
import { Drawer } from './drawer.tsx';
import { Header } from './header.tsx';
import styles from './organization-shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SidebarToggle, useIsSidebarHidden } from './sidebar-toggle.tsx';

/** The frame of every page of an organization: menu, header, content. */
export function OrganizationShell({ slug, session }: { slug: string; session: Session }) {
  const opened = useMemo(() => ({ slug, session }), [slug, session]);
  const isNarrow = useMediaQuery('(max-width: 899px)');
  const isHidden = useIsSidebarHidden();
  const content = useContentFocus();
  return (
    <SessionContext value={opened}>
      <PageEffects />
      <PageShortcuts />
      <a className={styles.skip} href="#content">
        {words.shell.skip}
      </a>
      <div className={styles.shell}>
        {!isNarrow && !isHidden && (
          <aside className={styles.sidebar}>
            <Sidebar />
          </aside>
        )}
        <div className={styles.column}>
          <NewVersionBanner />
          <RestrictionBanners />
          <UnsavedBanner />
          <Header menu={isNarrow ? <Drawer /> : <SidebarToggle />} />
          <main id="content" ref={content} tabIndex={-1} className={styles.content}>
            <ScreensContext value={areas}>
              <Enums>
                <Outlet />
              </Enums>
            </ScreensContext>
          </main>
        </div>
      </div>
      <Toasts closeLabel={words.shell.close} />
    </SessionContext>
  );
}

function Enums({ children }: { children: ReactNode }) {
  return <EnumsContext value={useStart().data?.enums}>{children}</EnumsContext>;
}

function PageEffects(): null {
  useLiveUpdates();
  useAppliedDisplay();
  return null;
}

/** Moves the focus to the content when another page is opened, as a browser does with a new document. */
function useContentFocus() {
  const content = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const previous = useRef(pathname);
  useEffect(() => {
    const isFirst = previous.current === undefined || previous.current === pathname;
    previous.current = pathname;
    // A form with an error has moved the focus to its field.
    const isInside = document.activeElement?.matches('#content [aria-invalid]');
    if (!isFirst && !isInside) content.current?.focus();
  }, [pathname]);
  return content;
}
