import { Link } from '@tanstack/react-router';
import { operations } from '../../api/operations.ts';
import { type ListedResource, operationOf, useResources } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { words as genericWords } from '../../generic/words.ts';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { PageFrame } from './page-frame.tsx';

const permissions: Readonly<Record<string, string>> = operations;

const words = {
  below: 'Such a record is created on the page of the record that it belongs to.',
  impossible: 'Such records cannot be created here.',
};

/** Names the kinds of records whose pages have the form of a resource, such as places for their bookings. */
export function CreatedElsewherePage({ resource: { code, label } }: { resource: ListedResource }) {
  const { slug } = useOrganization();
  const { data: resources = [] } = useResources();
  const parents = resources.filter(({ parts }) =>
    parts.some(({ path }) => permissions[operationOf('post', path)] === `${code}:create`),
  );
  const title = genericWords.form.create(label);
  useTitle(title, label, slug);
  return (
    <PageFrame title={title}>
      <p>{parents.length > 0 ? words.below : words.impossible}</p>
      <ul>
        {[...parents, { code, label }].map((one) => (
          <li key={one.code}>
            <Link to="/$slug/r/$code" params={{ slug, code: one.code }}>
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
