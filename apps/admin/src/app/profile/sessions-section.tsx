import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOrganization } from '../../api/session/session-context.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import styles from './profile.module.css';
import { words } from './words.ts';

const text = words.sessions;
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The sessions of the user, which can be ended. */
export function SessionsSection() {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const queryKey = [slug, 'sessions'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await session.client.get('/auth/sessions', { signal })).data,
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: (id: number) => session.client.delete('/auth/sessions/{id}', { params: { path: { id } } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <section className={styles.section} aria-label={text.title}>
      <h2>{text.title}</h2>
      {(error ?? end.error) && <ProblemMessage error={error ?? end.error} />}
      {!data && !error && <StatusMessage>{words.loading}</StatusMessage>}
      <ul className={styles.list}>
        {data?.map(({ id, user_agent, ip, created_at, is_current }) => {
          const device = user_agent ?? text.unknown;
          return (
            <li key={id} className={styles.entry}>
              <span>
                {[device, ip, text.since(times.format(new Date(created_at)))].filter(Boolean).join(', ')}
                {is_current && ` (${text.current})`}
              </span>
              {!is_current && (
                <Button
                  aria-label={text.endOf(device)}
                  aria-disabled={end.isPending}
                  onClick={() => !end.isPending && end.mutate(id)}
                >
                  {text.end}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
