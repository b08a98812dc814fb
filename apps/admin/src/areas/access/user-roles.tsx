import { Link } from '@tanstack/react-router';
import type { Row } from '../../api/call-path.ts';
import { useCan, useResources, useSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { FieldValue } from '../../generic/field-value.tsx';
import { labelOf } from '../../generic/labels.ts';
import { loadedRows } from '../../generic/list/sparse/sparse-list.ts';
import { useList } from '../../generic/list/use-list.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { RecordReference } from '../../generic/reference/record-reference.tsx';
import { buttonClass } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { ScrollTable } from '../../kit/table/scroll-table.tsx';
import styles from './role-permissions.module.css';
import { words } from './words.ts';

const maxShown = 20;
/** Fields of a grant that are shown beside its role. */
const columns = ['team_id', 'scope', 'source', 'starts_at', 'ends_at'];

/** The roles that a user has, and a way to another one. */
export function UserRoles({ row }: { row: Row }) {
  return useCan()('GET /grants') ? <Grants user_id={String(row.id)} /> : null;
}

function Grants({ user_id }: { user_id: string }) {
  const { slug } = useOrganization();
  const can = useCan();
  const filter = useSchema('grant', 'filter');
  const { list, error } = useList('/grants', { user_id }, filter.data);
  const problem = filter.error ?? error;
  const params = { slug, code: 'grant' };
  return (
    <section className={styles.panel} aria-label={words.roles.title}>
      <h2>{words.roles.title}</h2>
      {problem && <ProblemMessage error={problem} />}
      {!list && !problem && <StatusMessage>{words.loading}</StatusMessage>}
      {list?.total === 0 && <StatusMessage>{words.roles.none}</StatusMessage>}
      {list && list.total > 0 && <GrantTable grants={loadedRows(list).map(({ row }) => row)} />}
      <div className={styles.actions}>
        {list && list.total > maxShown && (
          <Link to="/$slug/r/$code" params={params} search={{ user_id }}>
            {words.roles.all(list.total)}
          </Link>
        )}
        {can('POST /grants') && (
          <Link to="/$slug/new/$code" params={params} search={{ user_id }} className={buttonClass('plain')}>
            <Icon name="plus" />
            {words.roles.grant}
          </Link>
        )}
      </div>
    </section>
  );
}

function GrantTable({ grants }: { grants: readonly Row[] }) {
  const { slug } = useOrganization();
  const known = useResources().data?.find(({ code }) => code === 'grant')?.fields ?? [];
  const shown = grants.slice(0, maxShown);
  const fields = known.filter(({ name }) => columns.includes(name) && shown.some((one) => one[name] != null));
  return (
    <ScrollTable label={words.roles.table}>
      <thead>
        <tr>
          {['role_id', ...fields.map(({ name }) => name)].map((name) => (
            <th key={name} scope="col">
              {labelOf(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <tr key={String(one.id)}>
            <td>
              <Link to="/$slug/r/$code/$key" params={{ slug, code: 'grant', key: String(one.id) }}>
                <RecordReference to="role" id={Number(one.role_id)} isText />
              </Link>
            </td>
            {fields.map((field) => (
              <td key={field.name}>
                <FieldValue field={field} value={one[field.name]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
