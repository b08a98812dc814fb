import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callPath, type ReadRecord, type Row } from '../../api/call-path.ts';
import { useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { LeaveDialog } from '../../generic/form/unsaved/leave-dialog.tsx';
import { labelOf } from '../../generic/labels.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { recordKey } from '../../generic/record/use-record.ts';
import { Button } from '../../kit/button.tsx';
import { controlClass } from '../../kit/field.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { ScrollTable } from '../../kit/table/scroll-table.tsx';
import {
  choicesFor,
  type HeldPermission,
  heldOf,
  type MatrixRow,
  matrixOf,
  type Permission,
  type Scopes,
  scopesOf,
} from './permission-matrix.ts';
import styles from './role-permissions.module.css';
import { words } from './words.ts';

/** The permissions of a role: for each resource and right, the scope in which it applies. */
export function RolePermissions({ row }: { row: Row }) {
  const { session, slug } = useOrganization();
  const can = useCan();
  const { data, error } = useQuery({
    queryKey: [slug, 'permission-metadata'],
    queryFn: async ({ signal }) => (await session.client.get('/platform/permissions', { signal })).data,
  });
  const held = scopesOf(row.permissions as HeldPermission[]);
  const [draft, setDraft] = useState<Scopes>({});
  const save = useSave(Number(row.id), () => setDraft({}));
  const isEditable = !row.is_builtin && can('PUT /roles/{id}/permissions');
  const { rows, rights } = matrixOf(data ?? []);
  const isChanged = Object.entries(draft).some(([name, scopes]) => scopes !== (held[name] ?? ''));
  return (
    <section className={styles.panel} aria-label={words.permissions}>
      <h2>{words.permissions}</h2>
      {(error ?? save.error) && <ProblemMessage error={error ?? save.error} />}
      {!data && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {data && (
        <Matrix
          {...{ rows, rights, isEditable }}
          scopes={{ ...held, ...draft }}
          onChange={(name, scopes) => setDraft((before) => ({ ...before, [name]: scopes }))}
        />
      )}
      {isEditable && (
        <div className={styles.actions}>
          <Button
            variant="primary"
            aria-disabled={!isChanged || save.isPending}
            onClick={() => isChanged && !save.isPending && save.mutate(heldOf({ ...held, ...draft }))}
          >
            {words.save}
          </Button>
          {isChanged && <Button onClick={() => setDraft({})}>{words.discard}</Button>}
        </div>
      )}
      <LeaveDialog isUnsaved={() => isChanged} />
      {save.isSuccess && !isChanged && <StatusMessage>{words.saved}</StatusMessage>}
    </section>
  );
}

function useSave(id: number, onSaved: () => void) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const key = recordKey(slug, `/roles/${id}`);
  return useMutation({
    // All permissions are replaced, so changes of other users since the page was loaded must not be lost.
    mutationFn: (permissions: readonly HeldPermission[]) => {
      const { etag } = queries.getQueryData<ReadRecord>(key) ?? { etag: null };
      const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
      return callPath(session.client, 'put', `/roles/${id}/permissions`, { body: { permissions }, headers });
    },
    onSuccess: onSaved,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}

interface MatrixProps {
  rows: readonly MatrixRow[];
  rights: readonly string[];
  scopes: Scopes;
  isEditable: boolean;
  onChange: (permission: string, scopes: string) => void;
}

function Matrix({ rows, rights, ...cell }: MatrixProps) {
  return (
    <ScrollTable label={words.matrix} isTall>
      <thead>
        <tr>
          <th scope="col">{words.resource}</th>
          {rights.map((right) => (
            <th key={right} scope="col">
              {labelOf(right)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ resource, permissions }) => (
          <tr key={resource}>
            <th scope="row">{labelOf(resource)}</th>
            {rights.map((right) => (
              <td key={right}>
                <Cell permission={permissions.find((one) => one.right === right)} {...cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

interface CellProps extends Pick<MatrixProps, 'scopes' | 'isEditable' | 'onChange'> {
  /** Undefined if the resource does not have the right. */
  permission: Permission | undefined;
}

function Cell({ permission, scopes, isEditable, onChange }: CellProps) {
  if (!permission) return null;
  const present = scopes[permission.permission] ?? '';
  if (!isEditable) return words.scope(present);
  return (
    <select
      className={controlClass}
      aria-label={`${labelOf(permission.resource)}: ${labelOf(permission.right)}`}
      value={present}
      onChange={(event) => onChange(permission.permission, event.target.value)}
    >
      {choicesFor(permission, present).map((choice) => (
        <option key={choice} value={choice}>
          {words.scope(choice)}
        </option>
      ))}
    </select>
  );
}
