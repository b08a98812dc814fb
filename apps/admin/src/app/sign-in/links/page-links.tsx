import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/button.tsx';
import { words } from '../words.ts';

/** A link to the sign-in of an organization, if one is given. */
export function SignInLink({ slug, children }: { slug?: string; children?: string }) {
  return (
    <p>
      <Link to="/login" search={slug ? { organization: slug } : {}}>
        {children ?? words.back}
      </Link>
    </p>
  );
}

/** A link that looks like the main button of a page, to the start of an organization. */
export function OpenLink({ slug }: { slug: string }) {
  return (
    <p>
      <Link to="/$slug" params={{ slug }} className={buttonClass('primary')}>
        {words.open(slug)}
      </Link>
    </p>
  );
}
