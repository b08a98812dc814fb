import { type ReactNode, useMemo } from 'react';
import { type ListedResource, listedResource, useResources } from '../api/resources.ts';
import { useOrganization } from '../api/session/session-context.ts';
import { StatusMessage } from '../kit/message.tsx';
import { ProblemMessage } from './problem-message.tsx';
import { words } from './words.ts';

interface ResourceLoaderProps {
  code: string;
  children: (resource: ListedResource) => ReactNode;
  /** Shown for a resource that does not exist, that the user may not see, or that has no list. */
  fallback: ReactNode;
}

/** Loads the metadata of a resource. */
export function ResourceLoader({ code, children, fallback }: ResourceLoaderProps) {
  const { session } = useOrganization();
  const { org_id } = session.user;
  const { data, error, isPending } = useResources();
  // Memoized: rows of tables are drawn again when it changes.
  const resource = useMemo(() => {
    const found = data?.find((one) => one.code === code);
    return found && listedResource(found, org_id);
  }, [data, code, org_id]);
  if (error) return <ProblemMessage error={error} />;
  if (isPending) return <StatusMessage>{words.loading}</StatusMessage>;
  return resource ? children(resource) : fallback;
}
