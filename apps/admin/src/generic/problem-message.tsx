import { lazy, Suspense, useContext } from 'react';
import { problemOf } from '../api/errors.ts';
import { SessionContext } from '../api/session/session-context.ts';
import { words } from '../api/words.ts';
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
      {requestId && <p className={detailClass}>{words.request(requestId)}</p>}
    </ErrorMessage>
  );
}
