import { Link } from '@tanstack/react-router';
import { useRecordLabels } from '../../api/names.ts';
import { keyOf, useResources } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';

interface RecordReferenceProps {
  to: string;
  id: number;
  /** True inside of another link. */
  isText?: boolean;
}

/** The name of the record that a field refers to, which leads to the record if the user may open it. */
export function RecordReference({ to, id, isText = false }: RecordReferenceProps) {
  const { slug } = useOrganization();
  const { data: resources = [] } = useResources();
  const [label] = useRecordLabels(to, [id]);
  const target = resources.find(({ code }) => code === to);
  const text = label?.name ?? [target?.label, `#${id}`].filter(Boolean).join(' ');
  if (isText || !target?.path || keyOf(target.path) !== 'id') return text;
  return (
    <Link
      to="/$slug/r/$code/$key"
      params={{ slug, code: to, key: String(id) }}
      title={label?.hint ?? undefined}
    >
      {text}
    </Link>
  );
}
