import { useEffect, useState } from 'react';
import { useOrganization } from '../api/session/session-context.ts';

/**
 * True when the service has another version of the application. Checked when the event stream is connected again, as after
 * a deployment.
 */
export function useNewVersion(): boolean {
  const { hub } = useOrganization().session;
  const [isNew, setIsNew] = useState(false);
  useEffect(
    () =>
      hub.listen((notice) => {
        if (notice.type === 'reconnected') void hasNewVersion().then((found) => found && setIsNew(true));
      }),
    [hub],
  );
  return isNew;
}

/** The browser revalidates the page by its ETag. Every file of another version has another name. */
async function hasNewVersion(): Promise<boolean> {
  const loaded = ownScripts();
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    if (!response.ok) return false;
    const current = await response.text();
    return loaded.some((script) => !current.includes(script));
  } catch {
    return false;
  }
}

/** The paths of the scripts of the page; none during development, whose scripts have no versions. */
const ownScripts = (): string[] =>
  [...document.querySelectorAll('script[type=module][src^="/assets/"]')].flatMap(
    (script) => script.getAttribute('src') ?? [],
  );

let loadedAhead = 0;

/** Loads files that the page may need later. A failure, such as a lost connection, has no effect: the page loads them again. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  loadedAhead += 1;
  try {
    await load();
  } catch {
    // Reported when the files are needed.
  } finally {
    loadedAhead -= 1;
  }
}

/** Reloads the page once if a file of its version is missing, because the service has another one now. */
export function reloadIfFilesAreMissing(): void {
  addEventListener('vite:preloadError', (event) => {
    if (loadedAhead > 0 || !isFirstReload(ownScripts().join())) return;
    event.preventDefault();
    location.reload();
  });
}

/** False without storage: the page could be reloaded again and again. */
function isFirstReload(version: string): boolean {
  const key = 'wfp.reloaded';
  try {
    if (sessionStorage.getItem(key) === version) return false;
    sessionStorage.setItem(key, version);
    return true;
  } catch {
    return false;
  }
}
