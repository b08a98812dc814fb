import '../../kit/hooks/keep-focus.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callPath, readRecord } from '../../api/call-path.ts';
import { problemOf } from '../../api/errors.ts';
import { type JsonSchema, type ListedResource, operationOf, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { BodyForm } from '../../generic/form/body-form.tsx';
import { labelOf } from '../../generic/labels.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { FieldList } from '../../generic/record/field-list.tsx';
import { useRecord } from '../../generic/record/use-record.ts';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { type Setting, sectionSchema } from './section-schema.ts';
import styles from './settings-page.module.css';
import { words } from './words.ts';

type Values = Readonly<Record<string, unknown>>;

/** The settings of the organization, with a form for each section. */
export function SettingsPage({ resource }: { resource: ListedResource }) {
  const { session, slug } = useOrganization();
  const settings = useQuery({
    queryKey: [slug, 'settings-metadata'],
    queryFn: async ({ signal }) => (await session.client.get('/platform/settings', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error } = useRecord(resource.path);
  const values = data?.settings as Readonly<Record<string, Values>> | undefined;
  useTitle(resource.label, slug);
  const sections = [...new Set(settings.data?.map(({ section }) => section))];
  const readable = sections.filter((section) => values && section in values);
  return (
    <div className={styles.page}>
      <h1>{resource.label}</h1>
      {(error ?? settings.error) && <ProblemMessage error={error ?? settings.error} />}
      {!values && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {values &&
        readable.map((section) => (
          <Section
            key={section}
            resource={resource}
            section={section}
            settings={(settings.data ?? []).filter((one) => one.section === section)}
            values={values[section] ?? {}}
          />
        ))}
    </div>
  );
}

interface SectionProps {
  resource: ListedResource;
  section: string;
  settings: readonly Setting[];
  values: Values;
}

function Section({ resource, section, settings, values }: SectionProps) {
  const can = useCan();
  const [saved, setSaved] = useState(0);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const schema = sectionSchema(settings);
  const label = labelOf(section);
  const save = useSave(resource.path, section, () => {
    setSaved(saved + 1);
    setIsConfirmed(false);
  });
  const isRefused = isUnconfirmed(save.error);
  const { session } = useOrganization();
  const readCurrent = async () => {
    const { row } = await readRecord(session.client, resource.path);
    return (row.settings as Readonly<Record<string, Values>>)[section] ?? {};
  };
  return (
    <section aria-label={label} className={styles.section}>
      <h2>{label}</h2>
      {can(operationOf('patch', resource.template)) ? (
        <BodyForm
          key={saved}
          schema={schema}
          row={values}
          within={section}
          readCurrent={readCurrent}
          submitLabel={words.save(label)}
          isPending={save.isPending}
          error={save.error}
          onSubmit={(changed) => save.mutate({ changed, isConfirmed: isConfirmed && isRefused })}
          onCancel={() => setSaved(saved + 1)}
          request={`patch ${resource.path} ${section}`}
        />
      ) : (
        <FieldList fields={fieldsOf(schema)} row={values} />
      )}
      {isRefused && (
        <label>
          <input type="checkbox" checked={isConfirmed} onChange={() => setIsConfirmed(!isConfirmed)} />
          {words.lockOut}
        </label>
      )}
      {save.isSuccess && <StatusMessage>{words.saved}</StatusMessage>}
    </section>
  );
}

/** True if the service requires a confirmation, because the change would lock the user out. */
const isUnconfirmed = (error: unknown): boolean =>
  Object.values(problemOf(error).fields)
    .flat()
    .some((message) => message.includes('set confirm to true'));

const fieldsOf = ({ properties = {} }: JsonSchema) =>
  Object.keys(properties).map((name) => ({
    ...{ name, type: 'json' as const, nullable: true, required: false, readable: true },
    ...{ writable: false, filterable: false, sensitive: false },
  }));

function useSave(path: string, section: string, onSaved: () => void) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, isConfirmed }: { changed: Values; isConfirmed: boolean }) => {
      const body = { [section]: changed, ...(isConfirmed && { confirm: true }) };
      return callPath(session.client, 'patch', path, { body });
    },
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [slug, 'record', path] }),
        queries.invalidateQueries({ queryKey: [slug, 'start'] }),
      ]);
      onSaved();
    },
  });
}
