import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps, CSSProperties } from 'react';
import { type Field, type ListedResource, operationOf, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { IconButton } from '../../kit/button.tsx';
import { FieldValue } from '../field-value.tsx';
import { titleOf } from '../fields.ts';
import { words } from '../words.ts';
import styles from './tree.module.css';
import type { TreeNode, TreeRow } from './tree-nodes.ts';
import type { useTree } from './use-tree.ts';

interface TreeTableRowProps {
  resource: ListedResource;
  columns: readonly Field[];
  tree: Pick<ReturnType<typeof useTree>, 'expand' | 'collapse'>;
  row: TreeRow;
  /** True for the row whose controls can be reached with the tabulator. */
  isReachable: boolean;
  rowProps: ComponentProps<'tr'>;
  canMove: boolean;
  onMove: () => void;
}

/** A record of a tree. */
export function TreeTableRow(props: TreeTableRowProps) {
  const { resource, columns, row, isReachable, rowProps, canMove, onMove } = props;
  const { node, level, siblings, isOpen } = row;
  const title = titleOf(node, resource);
  const tabIndex = isReachable ? 0 : -1;
  return (
    <tr
      {...rowProps}
      className={styles.row}
      aria-level={level}
      aria-setsize={siblings.length}
      aria-posinset={siblings.indexOf(node) + 1}
      aria-expanded={node.has_children ? isOpen : undefined}
    >
      {columns.map((field, index) => (
        <td key={field.name}>
          {index === 0 ? (
            <TitleCell {...props} title={title} tabIndex={tabIndex} />
          ) : (
            <FieldValue field={field} value={node[field.name]} />
          )}
        </td>
      ))}
      <td>
        <div className={styles.actions}>
          {level < (resource.tree?.max_depth ?? 1) && (
            <AddButton resource={resource} node={node} title={title} tabIndex={tabIndex} />
          )}
          {canMove && (
            <IconButton
              icon="folder-tree"
              label={words.tree.move(title)}
              aria-haspopup="dialog"
              tabIndex={tabIndex}
              onClick={onMove}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

type TitleCellProps = TreeTableRowProps & { title: string; tabIndex: number };

function TitleCell({ resource, tree, row, title, tabIndex }: TitleCellProps) {
  const { slug } = useOrganization();
  const { node, level, isOpen } = row;
  const label = isOpen ? words.tree.collapse(title) : words.tree.expand(title);
  return (
    <div className={styles.title} style={{ '--level': level } as CSSProperties}>
      {node.has_children ? (
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          label={label}
          tabIndex={tabIndex}
          onClick={() => (isOpen ? tree.collapse(node.id) : tree.expand(node.id))}
        />
      ) : (
        <span className={styles.leaf} />
      )}
      <Link
        to="/$slug/r/$code/$key"
        params={{ slug, code: resource.code, key: String(node[resource.key ?? 'id']) }}
        className={styles.open}
        tabIndex={tabIndex}
        data-record
      >
        {title}
      </Link>
    </div>
  );
}

interface AddButtonProps {
  resource: ListedResource;
  node: TreeNode;
  title: string;
  tabIndex: number;
}

/** Opens the form of a record below another one. */
function AddButton({ resource, node, title, tabIndex }: AddButtonProps) {
  const { slug } = useOrganization();
  const can = useCan();
  const navigate = useNavigate();
  if (!can(operationOf('post', resource.template))) return null;
  const shared = (resource.tree?.within ?? []).map((name) => [name, String(node[name])]);
  const search = { ...Object.fromEntries(shared), parent_id: String(node.id) };
  return (
    <IconButton
      icon="plus"
      label={words.tree.add(title)}
      tabIndex={tabIndex}
      onClick={() => void navigate({ to: '/$slug/new/$code', params: { slug, code: resource.code }, search })}
    />
  );
}
