import { ErrorMessage } from '../../kit/message.tsx';
import { ProblemMessage } from '../problem-message.tsx';
import { MovedByOther } from './use-move.ts';

/** The reason why a record was not moved. */
export function MoveProblem({ error }: { error: unknown }) {
  if (error instanceof MovedByOther) return <ErrorMessage>{error.message}</ErrorMessage>;
  return <ProblemMessage error={error} />;
}
