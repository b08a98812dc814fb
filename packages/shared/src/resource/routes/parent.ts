import type { z } from 'zod';
import type { Permission, Right } from '../../access/rights.ts';
import { Id } from '../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Contribution, ResourceBase } from '../capability.ts';
import type { ComputedFields } from '../contract/field.ts';
import { parentPermits } from '../rows/row-condition.store.ts';
import type { ResourceRoute } from '../rows/rows.ts';
import { idParameter, organizationCreatedAt } from '../rows/table.store.ts';
import { columnsSeenFrom, directionColumn, relatesRecord } from './other-end.store.ts';
import { Direction, type EndColumns, type OtherEnd } from './other-end.ts';
import type { ParentLock, ParentResource } from './parent-resource.ts';

/** Makes a resource a sub-resource: its paths start with the path of a parent record. */
export interface Parent<Field extends string = string> {
  /** A declared resource or another {@link ParentResource}. */
  of: ParentResource | { readonly asParent: ParentResource };
  /** The column with the parent's id. Omit if the parent is the organization. */
  field?: Field;
  /**
   * Lock that writes take on the parent until the end of the transaction: `share` (default) prevents changes of the
   * parent, such as archiving. Hooks that change the parent require `no key update`, which only one transaction can
   * hold.
   */
  lock?: ParentLock;
  /**
   * The right on the parent that writes require (default `update`), or `same`: each operation requires its own right,
   * as chosen by `endpoints` of the declaration.
   */
  writeRight?: Right | 'same';
  /** The aggregate of the rows' events: the parent or the row itself (default). */
  aggregate?: 'parent' | 'own';
  /** The resource in audit entries: the parent or the row's own (default). */
  auditedAs?: 'parent' | 'own';
  /** Rows relate two records of the parent's kind and are available below both. */
  otherEnd?: OtherEnd;
}

export type ParentColumns<P> = (P extends { field: infer Field extends string }
  ? { [K in Field]: number }
  : unknown) &
  EndColumns<P>;

export const parentOf = ({ of }: Parent): ParentResource => ('asParent' in of ? of.asParent : of);

/**
 * Endpoints respond with 404 if the caller may not read the parent, and writes with 403 if they may only read it. Every
 * statement is limited to the parent. Writes lock the parent, if it can be archived. Rows have permissions of their own
 * only if the declaration has `builtin`: the caller then needs these in addition to the right on the parent.
 */
export function parentCapability(options: Parent, base: ResourceBase): Contribution {
  const parent = parentOf(options);
  const { field, lock = 'share', writeRight = 'update', otherEnd } = options;
  const { hasOwnRights, code } = base;
  const rightOnParent = (right: Right): Right =>
    right === 'read' || writeRight === 'same' ? right : writeRight;
  const entered = (right: Right) => rightOnParent(otherEnd && right !== 'create' ? 'read' : right);
  const below = (id: number) => (field ? { [field]: id } : {});
  return {
    route: {
      path: `${parent.path}${base.path}`,
      params: parent.params,
      fixed: field ? { [field]: Id as z.ZodType } : {},
      hasOwnScope: hasOwnRights,
      permission: (right): Permission =>
        hasOwnRights ? `${code}:${right}` : `${parent.resource}:${rightOnParent(right)}`,
      resolve: async (caller, params, right) => below(await parent.resolve(caller, params, entered(right))),
      isPermitted: async (caller, row, right) =>
        parent.isPermitted(caller, field ? Number(row[field]) : caller.org_id, rightOnParent(right)),
      parentCondition: (caller, right, alias) => {
        // Without own permissions, the right is already one on the parent.
        const needed = hasOwnRights ? entered(right) : otherEnd ? 'read' : right;
        return needed === 'read' || parentPermits(parent, { caller, right: needed, alias, field });
      },
      createdAt: (org_id, within) =>
        parent.createdAt?.({ org_id, id: field ? idParameter(Number(within[field])) : org_id }) ??
        organizationCreatedAt(org_id),
      ...(field && otherEnd && eitherEndRoute(field, otherEnd)),
    },
    ...(field && otherEnd && { computed: directionField(field) }),
    hooks: {
      ...(parent.lock && {
        beforeLock: async ({ tx, caller, within }) => {
          const id = field ? within[field] : caller.org_id;
          if (id !== undefined && !(await parent.lock?.(tx, caller, id, lock))) throw notFound(parent.noun);
        },
      }),
    },
  };
}

const directionField = (field: string): ComputedFields => ({
  direction: { schema: Direction, sql: (alias, within) => directionColumn(field, within, alias) },
});

const eitherEndRoute = (
  field: string,
  otherEnd: OtherEnd,
): Pick<ResourceRoute, 'limitRows' | 'shownColumns'> => ({
  limitRows: (within, alias) => relatesRecord(field, otherEnd, within, alias),
  shownColumns: (within, alias) => columnsSeenFrom(field, otherEnd, within, alias),
});
