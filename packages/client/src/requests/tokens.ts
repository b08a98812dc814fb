export interface Tokens {
  access_token: string;
  /** Without it the session cannot be refreshed. */
  refresh_token?: string;
  /** Expiry of the access token, in milliseconds of the local clock. */
  expires_at?: number | undefined;
}

/** Stores tokens. Several clients may share a store, such as tabs of a browser. */
export interface TokenStore {
  get(): Tokens | null | Promise<Tokens | null>;
  set(tokens: Tokens | null): void | Promise<void>;
  /** Runs one callback at a time across all clients of the store, if possible: a refresh token is valid once. */
  lock?<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Stores tokens in memory. */
export function memoryStore(tokens: Tokens | null = null): TokenStore {
  let current = tokens;
  return {
    get: () => current,
    set: (next) => {
      current = next;
    },
  };
}

/** The part of `localStorage` and `sessionStorage` that is used. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Locks {
  request<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
}

/**
 * Stores tokens in a web storage. With `localStorage`, all tabs share one session and, if the browser has Web Locks,
 * refresh it one at a time. Any script in the page can read the tokens.
 */
export function webStore(storage: WebStorage, key = 'wfp.tokens'): TokenStore {
  const { navigator } = globalThis as { navigator?: { locks?: Locks } };
  const locks = navigator?.locks;
  return {
    get: () => parsed(storage.getItem(key)),
    set: (tokens) => (tokens ? storage.setItem(key, JSON.stringify(tokens)) : storage.removeItem(key)),
    ...(locks && { lock: (run) => locks.request(key, run) }),
  };
}

/** Invalid content counts as empty. */
function parsed(text: string | null): Tokens | null {
  try {
    const tokens = JSON.parse(text ?? 'null');
    return typeof tokens?.access_token === 'string' ? tokens : null;
  } catch {
    return null;
  }
}
