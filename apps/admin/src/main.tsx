import './begin-session.ts';
import './kit/tokens.css';
import './kit/base.css';
import './kit/changed.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './app/router.tsx';
import { reloadIfFilesAreMissing } from './live/new-version.ts';

reloadIfFilesAreMissing();
const container = document.getElementById('app');
if (!container) throw new Error('The page has no element with the id app');
new MutationObserver((_changes, observer) => {
  if (!container.hasChildNodes()) return;
  observer.disconnect();
  document.getElementById('loading')?.remove();
}).observe(container, { childList: true });
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
