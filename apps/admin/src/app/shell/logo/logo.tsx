import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOrganization } from '../../../api/session/session-context.ts';
import styles from './logo.module.css';

/** The logo of the organization; nothing until it is loaded. The name of the organization follows it. */
export function Logo({ fileId }: { fileId: number }) {
  const { slug, session } = useOrganization();
  const { data: content } = useQuery({
    queryKey: [slug, 'logo', fileId],
    queryFn: ({ signal }) =>
      session.client.get('/files/{id}/content', {
        params: { path: { id: fileId } },
        parseAs: 'blob',
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!(content instanceof Blob)) return undefined;
    const created = URL.createObjectURL(content);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [content]);
  return url ? <img src={url} alt="" className={styles.logo} /> : null;
}
