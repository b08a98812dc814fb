import { Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type ListedResource, useResources } from '../api/resources.ts';
import { useOrganization } from '../api/session/session-context.ts';
import { ListPage } from '../generic/list/list-page.tsx';
import type { ListSearch } from '../generic/list/parse-search.ts';
import { RecordPage } from '../generic/record/record-page.tsx';
import { ResourceLoader } from '../generic/resource-loader.tsx';
import { useScreen } from '../generic/screens-context.ts';
import { StatusMessage } from '../kit/message.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { words } from './words.ts';

/** The list of a resource, or its single record. */
export function ListScreen({ code, search }: { code: string; search: ListSearch }) {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const router = useRouter();
  const change = (next: ListSearch, isSamePage = false) => {
    const list = { to: '/$slug/r/$code', params: { slug, code }, search: next } as const;
    const { history, state } = router;
    // It would lead back from a page that the user has opened in the meantime.
    const isLeft = history.location.pathname !== router.buildLocation(list).pathname;
    if (isSamePage && (isLeft || state.status === 'pending')) return;
    void navigate({ ...list, replace: isSamePage });
  };
  return (
    <ResourceLoader code={code} fallback={<NotFoundPage />}>
      {(resource) =>
        !resource.singleton ? (
          <ListPage key={code} resource={resource} search={search} onSearch={change} />
        ) : (
          <SinglePage key={code} resource={resource} />
        )
      }
    </ResourceLoader>
  );
}

function SinglePage({ resource }: { resource: ListedResource }) {
  const { page: Page } = useScreen(resource.code);
  if (!Page) return <RecordPage resource={resource} recordId={undefined} />;
  return (
    <Suspense fallback={<StatusMessage>{words.shell.loading}</StatusMessage>}>
      <Page resource={resource} />
    </Suspense>
  );
}

interface RecordScreenProps {
  code: string;
  recordId: string;
}

export function RecordScreen({ code, recordId }: RecordScreenProps) {
  return (
    <ResourceLoader code={code} fallback={<NotFoundPage />}>
      {(resource) => <RecordPage key={`${code} ${recordId}`} resource={resource} recordId={recordId} />}
    </ResourceLoader>
  );
}

/** Opens the list whose path in the API is given. */
export function PathScreen({ path, search }: { path: string; search: ListSearch }) {
  const { slug } = useOrganization();
  const { data: resources = [], isPending } = useResources();
  if (isPending) return <StatusMessage>{words.shell.loading}</StatusMessage>;
  const code = resources.find((one) => one.path === `/${path}`)?.code;
  if (!code) return <NotFoundPage />;
  return <Navigate to="/$slug/r/$code" params={{ slug, code }} search={search} replace />;
}
