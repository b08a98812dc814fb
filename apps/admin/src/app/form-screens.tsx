import '../kit/hooks/keep-focus.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Row } from '../api/call-path.ts';
import { operations } from '../api/operations.ts';
import { keyOf, type ListedResource, operationOf } from '../api/resources.ts';
import { useOrganization } from '../api/session/session-context.ts';
import { SecretsDialog } from '../generic/action/action-dialog.tsx';
import { FormPage } from '../generic/form/form-page.tsx';
import type { ListSearch } from '../generic/list/parse-search.ts';
import { ProblemMessage } from '../generic/problem-message.tsx';
import { recordPath, useRecord } from '../generic/record/use-record.ts';
import { useRecordTitle } from '../generic/record/use-record-title.ts';
import { ResourceLoader } from '../generic/resource-loader.tsx';
import { useScreen } from '../generic/screens-context.ts';
import { words as genericWords } from '../generic/words.ts';
import { StatusMessage } from '../kit/message.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { words } from './words.ts';

const CreatedElsewherePage = lazy(async () => ({
  default: (await import('./pages/created-elsewhere-page.tsx')).CreatedElsewherePage,
}));

/** Names of secrets, such as the text of an API key, that only the response to the creation contains. */
const secretsOf = (row: Row | null, { secret_fields }: ListedResource): string[] =>
  secret_fields.filter((name) => typeof row?.[name] === 'string');

interface CreateScreenProps {
  code: string;
  /** Texts of inputs that the address contains, such as the record above a new one. */
  presets: ListSearch;
}

export function CreateScreen({ code, presets }: CreateScreenProps) {
  return (
    <ResourceLoader code={code} fallback={<NotFoundPage />} isKept>
      {(resource) =>
        operationOf('post', resource.template) in operations ? (
          <CreateForm key={code} resource={resource} presets={presets} />
        ) : (
          <Suspense fallback={<StatusMessage>{words.shell.loading}</StatusMessage>}>
            <CreatedElsewherePage resource={resource} />
          </Suspense>
        )
      }
    </ResourceLoader>
  );
}

function CreateForm({ resource, presets }: Omit<CreateScreenProps, 'code'> & { resource: ListedResource }) {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const [created, setCreated] = useState<Row | null>(null);
  const params = { slug, code: resource.code };
  const key = keyOf(resource.template);
  const openList = () => void navigate({ to: '/$slug/r/$code', params });
  const openRecord = (row: Row) =>
    key && row[key] !== undefined
      ? void navigate({ to: '/$slug/r/$code/$key', params: { ...params, key: String(row[key]) } })
      : openList();
  const title = genericWords.form.create(resource.label);
  const secrets = secretsOf(created, resource);
  const { create: OwnForm } = useScreen(resource.code);
  const form = {
    ...{ resource, title, onCancel: openList },
    onCreated: (row: Row) => (secretsOf(row, resource).length > 0 ? setCreated(row) : openRecord(row)),
  };
  return (
    <>
      {OwnForm ? (
        <Suspense fallback={<StatusMessage>{words.shell.loading}</StatusMessage>}>
          <OwnForm {...form} />
        </Suspense>
      ) : (
        <FormPage {...form} path={resource.path} row={undefined} presets={presets} />
      )}
      {created && (
        <SecretsDialog title={title} row={created} names={secrets} onClose={() => openRecord(created)} />
      )}
    </>
  );
}

export function EditScreen({ code, recordId }: { code: string; recordId: string | undefined }) {
  return (
    <ResourceLoader code={code} fallback={<NotFoundPage />} isKept>
      {(resource) => <EditForm key={`${code} ${recordId}`} resource={resource} recordId={recordId} />}
    </ResourceLoader>
  );
}

function EditForm({ resource, recordId }: { resource: ListedResource; recordId: string | undefined }) {
  const { slug } = useOrganization();
  const router = useRouter();
  const path = recordPath(resource, recordId);
  // Changes that have failed are in its input, or were not made in the form.
  const { base: row, error } = useRecord(path);
  const title = useRecordTitle(recordId === undefined ? undefined : row, resource);
  // A form stays open, with its input, if the record cannot be loaded again.
  if (!row && error) return <ProblemMessage error={error} />;
  if (!row) return <StatusMessage>{words.shell.loading}</StatusMessage>;
  const address = `/${slug}/r/${resource.code}${recordId === undefined ? '' : `/${encodeURIComponent(recordId)}`}`;
  const back = () => router.history.push(address);
  return (
    <FormPage
      resource={resource}
      title={genericWords.form.edit(title)}
      path={path}
      row={row}
      onSent={back}
      onCancel={back}
    />
  );
}
