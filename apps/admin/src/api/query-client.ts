import { QueryClient } from '@tanstack/react-query';

/** Responses of the current page. The client of the API retries already. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});
