/** What a session is kept by. */
export interface Tokens {
  access_token: string;
  /** Without it the session is not refreshed. */
  refresh_token?: string;
  /** When the access token ends, in milliseconds by the clock of this machine. */
  expires_at?: number | undefined;
}

/** Where tokens are kept. Several clients may share one, as tabs of a browser do. */
export interface TokenStore {
  get(): Tokens | null | Promise<Tokens | null>;
  set(tokens: Tokens | null): void | Promise<void>;
  /** Runs one at a time of all that share the store, where that can be had: a refresh token is used once. */
  lock?<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Keeps tokens for as long as the program runs. */
export function memoryStore(tokens: Tokens | null = null): TokenStore {
  let kept = tokens;
  return {
    get: () => kept,
    set: (next) => {
      kept = next;
    },
  };
}

/** What is used of `localStorage` or `sessionStorage`. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Locks {
  request<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
}

/**
 * Keeps tokens in `localStorage`, so that all tabs of a page share one session and refresh it one at a time. Whatever
 * script runs in the page can read them there.
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

/** Whatever else lies there is as good as nothing. */
function parsed(text: string | null): Tokens | null {
  try {
    const tokens = JSON.parse(text ?? 'null');
    return typeof tokens?.access_token === 'string' ? tokens : null;
  } catch {
    return null;
  }
}
