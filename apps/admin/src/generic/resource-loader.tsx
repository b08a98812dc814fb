import { type ReactNode, useMemo, useState } from 'react';
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
  /** True for a form: it stays when the user may no longer see the resource, because its input would be lost. */
  isKept?: boolean;
}

/** Loads the metadata of a resource. */
export function ResourceLoader({ code, children, fallback, isKept = false }: ResourceLoaderProps) {
  const { session } = useOrganization();
  const { org_id } = session.user;
  const { data, error, isPending } = useResources();
  // Memoized: rows of tables are drawn again when it changes.
  const resource = useMemo(() => {
    const found = data?.find((one) => one.code === code);
    return found && listedResource(found, org_id);
  }, [data, code, org_id]);
  const [last, setLast] = useState(resource);
  if (resource && resource !== last) setLast(resource);
  if (error && !data) return <ProblemMessage error={error} />;
  if (isPending) return <StatusMessage>{words.loading}</StatusMessage>;
  if (resource) return children(resource);
  if (!isKept || last?.code !== code) return fallback;
  return (
    <>
      <p role="alert">{words.form.withdrawn}</p>
      {children(last)}
    </>
  );
}
