import { Link, useNavigate } from '@tanstack/react-router';
import { type ListedResource, operationOf, useAvailableActions, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { buttonClass } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { ActionButton } from '../action/action-button.tsx';
import { useShortcutHint } from '../commands/bindings.ts';
import { useShortcut } from '../commands/registry.ts';
import { ImportButton } from '../import/import-button.tsx';
import { ReorderButton } from '../order/reorder-button.tsx';
import { words } from '../words.ts';
import { ExportButton } from './export-button.tsx';
import styles from './list.module.css';
import type { ListSearch } from './parse-search.ts';

/** Actions that concern the rows on screen, a file or another client, and need more than a form. */
const withoutForm = new Set(['bulk', 'reorder', 'import', 'export', 'stream-ticket']);

/** The actions of a list that the user may take. */
export function ListActions({ resource, search }: { resource: ListedResource; search: ListSearch }) {
  const { slug } = useOrganization();
  const can = useCan();
  const { code, template } = resource;
  const actions = useAvailableActions(resource.actions);
  const find = (action: string) =>
    actions.find(({ name, applies_to }) => name === action && applies_to === 'list');
  const [exported, imported, reordered] = [find('export'), find('import'), find('reorder')];
  const navigate = useNavigate();
  const creation = { to: '/$slug/new/$code', params: { slug, code } } as const;
  const canCreate = can(operationOf('post', template));
  useShortcut('create', canCreate ? () => void navigate(creation) : undefined);
  const hint = useShortcutHint('create', words.list.create);
  return (
    <div className={styles.actions}>
      {actions
        .filter(({ name, applies_to }) => applies_to === 'list' && !withoutForm.has(name))
        .map((action) => (
          <ActionButton key={action.name} code={code} action={action} ids={[]} isCommand />
        ))}
      {reordered && <ReorderButton resource={resource} action={reordered} />}
      {imported && <ImportButton action={imported} ids={[]} />}
      {exported && <ExportButton code={code} action={exported} search={search} />}
      {canCreate && (
        <Link {...creation} {...hint} className={buttonClass('primary')}>
          <Icon name="plus" />
          {words.list.create}
        </Link>
      )}
    </div>
  );
}
