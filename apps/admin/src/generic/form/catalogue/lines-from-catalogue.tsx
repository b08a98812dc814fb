import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Catalogue } from '../../../api/resources.ts';
import { type OpenedOrganization, useOrganization } from '../../../api/session/session-context.ts';
import { showChoices } from '../../../kit/hooks/show-choices.ts';
import { labelOf } from '../../labels.ts';
import variableStyles from '../variables/variables.module.css';
import { catalogueWords } from './catalogue-words.ts';

interface LinesFromCatalogueProps {
  control: ComponentProps<'textarea'>;
  catalogue: Catalogue;
  label: string;
  text: string;
  onText: (text: string) => void;
}

/** A list of texts, one per line, and a select that adds those which the service knows. */
export function LinesFromCatalogue({ control, catalogue, label, text, onText }: LinesFromCatalogueProps) {
  const opened = useOrganization();
  const { data: values = [] } = useQuery({
    queryKey: [opened.slug, 'catalogue', catalogue],
    queryFn: ({ signal }) => readers[catalogue](opened, signal),
    staleTime: 300_000,
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const missing = values.filter((value) => !lines.includes(value));
  const groups = [...Map.groupBy(missing, groupOf)];
  return (
    <>
      <textarea {...control} rows={4} spellCheck={false} />
      <select
        className={variableStyles.insert}
        aria-label={catalogueWords.addTo(label)}
        value=""
        onKeyDown={showChoices}
        onChange={({ target }) => onText([...lines, target.value].join('\n'))}
      >
        <option value="">{catalogueWords.add}</option>
        {groups.map(([group, some]) => (
          <optgroup key={group} label={labelOf(group)}>
            {some.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </>
  );
}

/** The resource or the aggregate type of a value, such as `task` of `task:read`. */
const groupOf = (value: string): string => value.split(/[.:]/, 1)[0] ?? '';

type Read = (opened: OpenedOrganization, signal: AbortSignal) => Promise<string[]>;

const readers: Readonly<Record<Catalogue, Read>> = {
  events: async ({ session }, signal) => {
    const { data } = await session.client.get('/platform/events', { signal });
    const types = data.map(({ type }) => type);
    // Each kind of event once with all of its types.
    return [...Map.groupBy(types, groupOf)].flatMap(([group, some]) => [`${group}.*`, ...some]);
  },
  permissions: async ({ session }, signal) => {
    const { data } = await session.client.get('/platform/permissions', { signal });
    return data.map(({ permission }) => permission);
  },
};
