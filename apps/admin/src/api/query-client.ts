import { notifyManager, QueryClient } from '@tanstack/react-query';

/** Responses that arrive within this time are drawn together. By default, each of them is drawn alone. */
const frameMs = 16;
const waiting: (() => void)[] = [];

function notifyAll(): void {
  for (const notify of waiting.splice(0)) {
    try {
      notify();
    } catch (error) {
      reportError(error);
    }
  }
}

notifyManager.setScheduler((notify) => {
  waiting.push(notify);
  if (waiting.length === 1) setTimeout(notifyAll, frameMs);
});

/** Responses of the current page. The client of the API retries already. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});
