import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { words } from '../words.ts';
import { PageFrame } from './page-frame.tsx';

/** Shown instead of a page that failed, for example because the service cannot be reached. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useTitle(words.error.title, words.product);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <PageFrame title={words.error.title}>
      <ProblemMessage error={error} />
      <p>
        <Button icon="rotate-ccw" onClick={retry}>
          {words.error.retry}
        </Button>
      </p>
    </PageFrame>
  );
}
