import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callPath, type Row } from '../../api/call-path.ts';
import { type ListedResource, useSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import type { Option } from '../../kit/combobox/combobox.tsx';
import { titleOf } from '../fields.ts';

const maxOptions = 50;

/**
 * The records that a text finds, from the first call of `begin`. A list without a search offers its first records whose
 * name contains the text.
 */
export function useOptions(resource: ListedResource) {
  const { session, slug } = useOrganization();
  const [isBegun, setIsBegun] = useState(false);
  const [text, setText] = useState('');
  const searched = useDeferredValue(text.trim());
  const { data: filter } = useSchema(isBegun ? resource.code : undefined, 'filter');
  const hasSearch = 'q' in (filter?.properties ?? {});
  const query = { limit: String(maxOptions), ...(hasSearch && searched && { q: searched }) };
  const { data } = useQuery({
    queryKey: [slug, 'options', resource.path, query],
    queryFn: ({ signal }) =>
      callPath<{ data: readonly Row[] }>(session.client, 'get', resource.path, { query, signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  });
  const options = data?.data.map((row) => optionOf(row, resource));
  const matches = ({ label }: Option) => label.toLocaleLowerCase().includes(searched.toLocaleLowerCase());
  return {
    options: hasSearch ? options : options?.filter(matches),
    search: setText,
    begin: () => setIsBegun(true),
  };
}

function optionOf(row: Row, resource: ListedResource): Option {
  const label = titleOf(row, resource);
  const hint = typeof row.email === 'string' && row.email !== label ? row.email : undefined;
  return { value: String(row.id), label, hint };
}
