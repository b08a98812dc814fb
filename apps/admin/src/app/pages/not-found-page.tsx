import { Link } from '@tanstack/react-router';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { words } from '../words.ts';
import { PageFrame } from './page-frame.tsx';

export function NotFoundPage() {
  useTitle(words.notFound.title, words.product);
  return (
    <PageFrame title={words.notFound.title}>
      <p>{words.notFound.text}</p>
      <p>
        <Link to="/">{words.notFound.back}</Link>
      </p>
    </PageFrame>
  );
}
