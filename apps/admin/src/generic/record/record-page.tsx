import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Row } from '../../api/call-path.ts';
import { type ListedResource, operationOf, useAvailableActions, useCan } from '../../api/resources.ts';
import { isPossibleIn } from '../../api/rights/record-state.ts';
import { refusalOf } from '../../api/rights/row-rights.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { buttonClass } from '../../kit/button.tsx';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { Icon } from '../../kit/icon.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { ActionButton } from '../action/action-button.tsx';
import { useShortcutHint } from '../commands/bindings.ts';
import { useShortcut } from '../commands/registry.ts';
import { ImportButton } from '../import/import-button.tsx';
import { Parts } from '../part/parts.tsx';
import { ProblemMessage } from '../problem-message.tsx';
import { RefusedButton } from '../refused-button.tsx';
import { useScreen } from '../screens-context.ts';
import { words } from '../words.ts';
import { PendingMark, unsavedFields } from '../write/pending-mark.tsx';
import { useReopenedForm } from '../write/use-reopened-form.ts';
import { ArchiveButton } from './archive-button.tsx';
import { DeletedNotice } from './deleted-notice.tsx';
import { FieldList } from './field-list.tsx';
import { History } from './history.tsx';
import styles from './record.module.css';
import { recordPath, useRecord } from './use-record.ts';
import { useRecordTitle } from './use-record-title.ts';

interface RecordPageProps {
  resource: ListedResource;
  /** Undefined for the single record of a resource without a list. */
  recordId: string | undefined;
}

/** All fields of a record, and the actions that the user may take. */
export function RecordPage({ resource, recordId }: RecordPageProps) {
  const { slug, session } = useOrganization();
  const navigate = useNavigate();
  const path = recordPath(resource, recordId);
  const { data: row, changed, changes, error, isPending, isDeleted } = useRecord(path);
  const title = useRecordTitle(recordId === undefined ? undefined : row, resource);
  useTitle(title, resource.label, slug);
  const params = { slug, code: resource.code };
  const { panels = [], ownFields = [] } = useScreen(resource.code);
  const ids = [recordId ?? session.user.org_id];
  const openList = () => void navigate({ to: '/$slug/r/$code', params });
  useShortcut('back', recordId === undefined ? undefined : openList);
  useReopenedForm(changes, () => void navigate(formOf(resource, recordId, slug)));
  return (
    <div className={styles.page}>
      {recordId !== undefined && (
        <p>
          <Link to="/$slug/r/$code" params={params}>
            {resource.label}
          </Link>
        </p>
      )}
      <div className={styles.heading}>
        <h1 className={styles.title}>{title}</h1>
        <PendingMark changes={changes} />
      </div>
      {error && <ProblemMessage error={error} />}
      {isPending && <StatusMessage>{words.loading}</StatusMessage>}
      {row && (
        <>
          {isDeleted ? (
            <DeletedNotice resource={resource} path={path} row={row} />
          ) : (
            <Actions
              resource={resource}
              recordId={recordId}
              ids={ids}
              path={path}
              row={row}
              title={title}
              onArchived={openList}
            />
          )}
          <FieldList
            fields={resource.fields.filter(({ name }) => !ownFields.includes(name))}
            {...{ row, changed }}
            unsaved={unsavedFields(changes)}
          />
          <Suspense fallback={<StatusMessage>{words.loading}</StatusMessage>}>
            {panels.map((Panel, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the declared panels never change.
              <Panel key={index} row={row} resource={resource} />
            ))}
          </Suspense>
          <Parts resource={resource} ids={ids} />
          {typeof row.id === 'number' && <History resource={resource.code} recordId={row.id} />}
        </>
      )}
    </div>
  );
}

interface ActionsProps extends RecordPageProps {
  ids: readonly (string | number)[];
  path: string;
  row: Row;
  title: string;
  onArchived: () => void;
}

function Actions({ resource, recordId, ids, path, row, title, onArchived }: ActionsProps) {
  const can = useCan();
  const actions = useAvailableActions(resource.actions);
  const { ownActions = [] } = useScreen(resource.code);
  const template = recordId === undefined ? resource.template : `${resource.template}/:${resource.key}`;
  const refusal = (operation: { method: string; path: string }) =>
    refusalOf(row, operationOf('get', template), operation);
  const standard = [
    { method: 'patch', when: resource.when.update },
    { method: 'delete', when: resource.when.archive },
  ];
  const [editing, archiving] = standard.map(({ method, when }) => ({
    isOffered: can(operationOf(method, template)) && isPossibleIn(row, when),
    refusal: refusal({ method, path: template }),
  }));
  return (
    <div className={styles.actions}>
      {editing?.isOffered &&
        (editing.refusal ? (
          <RefusedButton icon="pencil" label={words.record.edit} refusal={editing.refusal} />
        ) : (
          <EditLink resource={resource} recordId={recordId} />
        ))}
      {actions
        .filter(
          ({ name, applies_to }) => applies_to === 'record' && ![...ownActions, 'restore'].includes(name),
        )
        .map((action) =>
          action.name === 'import' ? (
            <ImportButton key={action.name} action={action} ids={ids} />
          ) : (
            <ActionButton
              key={action.name}
              code={resource.code}
              action={action}
              ids={ids}
              refusal={refusal(action)}
              isPossible={isPossibleIn(row, action.when)}
              isCommand
            />
          ),
        )}
      {archiving?.isOffered &&
        (archiving.refusal ? (
          <RefusedButton icon="archive" label={words.record.archive} refusal={archiving.refusal} />
        ) : (
          <ArchiveButton path={path} resource={resource} title={title} onArchived={onArchived} />
        ))}
    </div>
  );
}

/** The address of the form of a record. */
function formOf({ code }: ListedResource, key: string | undefined, slug: string) {
  const params = { slug, code };
  if (key === undefined) return { to: '/$slug/edit/$code', params } as const;
  return { to: '/$slug/edit/$code/$key', params: { ...params, key } } as const;
}

function EditLink({ resource, recordId }: RecordPageProps) {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const form = formOf(resource, recordId, slug);
  useShortcut('edit', () => void navigate(form));
  return (
    <Link {...form} {...useShortcutHint('edit', words.record.edit)} className={buttonClass('plain')}>
      <Icon name="pencil" />
      {words.record.edit}
    </Link>
  );
}
