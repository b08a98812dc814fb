import { notifyManager, QueryClient } from '@tanstack/react-query';

/** Responses that arrive within this time are drawn together. By default, each of them is drawn alone. */
const frameMs = 16;
const waiting: (() => void)[] = [];

notifyManager.setScheduler((notify) => {
  // All of them run before React draws, each on its own if another one fails.
  if (waiting.push(notify) === 1)
    setTimeout(() => {
      for (const one of waiting.splice(0)) queueMicrotask(one);
    }, frameMs);
});

/** Responses of the current page. The client of the API retries already. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});
