import { type Query, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useContext } from 'react';
import { isTemporary, problemOf } from '../api/errors.ts';
import { SessionContext } from '../api/session/session-context.ts';
import { words } from '../api/words.ts';
import { Button } from '../kit/button.tsx';
import { detailClass, ErrorMessage } from '../kit/message.tsx';
import { labelOf } from './labels.ts';

const WhyButton = lazy(async () => ({ default: (await import('./why-button.tsx')).WhyButton }));

interface ProblemMessageProps {
  error: unknown;
  /** True if the errors of fields are shown at their inputs. */
  hasInputs?: boolean;
}

/** An error with the id of its request, which administrators find in the log. */
export function ProblemMessage({ error, hasInputs = false }: ProblemMessageProps) {
  const { message, requestId, permission, fields } = problemOf(error);
  const problems = hasInputs ? [] : Object.entries(fields);
  const isSignedIn = useContext(SessionContext) !== null;
  return (
    <ErrorMessage>
      {message}
      {problems.length > 0 && (
        <ul>
          {problems.map(([name, messages]) => (
            <li key={name}>{`${labelOf(name)}: ${messages.join('. ')}`}</li>
          ))}
        </ul>
      )}
      {permission && isSignedIn && (
        <Suspense>
          <WhyButton permission={permission} />
        </Suspense>
      )}
      <RetryButton error={error} />
      {requestId && <p className={detailClass}>{words.request(requestId)}</p>}
    </ErrorMessage>
  );
}

/** Repeats the requests that failed with an error, if they may succeed now. Writes are repeated by their own buttons. */
function RetryButton({ error }: { error: unknown }) {
  const queries = useQueryClient();
  const isFailed = ({ state }: Query) => state.error === error;
  if (!isTemporary(error) || !queries.getQueryCache().getAll().some(isFailed)) return null;
  return (
    <Button onClick={() => void queries.refetchQueries({ predicate: isFailed })}>{words.tryAgain}</Button>
  );
}
