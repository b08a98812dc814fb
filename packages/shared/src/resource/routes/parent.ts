import type { z } from 'zod';
import type { Permission, Right } from '../../access/rights.ts';
import { Id } from '../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Contribution, ResourceBase } from '../capability.ts';
import type { ComputedFields } from '../contract/field.ts';
import type { ResourceRoute } from '../rows/rows.ts';
import { idParameter, organizationCreatedAt } from '../rows/table.store.ts';
import { columnsSeenFrom, directionColumn, relatesRecord } from './other-end.store.ts';
import { Direction, type EndColumns, type OtherEnd } from './other-end.ts';
import type { ParentLock, ParentResource } from './parent-resource.ts';

/** Makes a resource a sub-resource: its rows lie below a record of another kind. */
export interface Parent<Field extends string = string> {
  /** A declared resource, or anything else that can say what a parent must: {@link ParentResource}. */
  of: ParentResource | { readonly asParent: ParentResource };
  /** The column that holds the parent's id. Left out where the parent is the organization itself. */
  field?: Field;
  /**
   * How writes lock the parent: against archival (`share`, when left out), or against any other change, which hooks that
   * change the parent need.
   */
  lock?: ParentLock;
  /**
   * The right on the parent that every write needs, or `same`: each operation needs the right of its own, as `endpoints`
   * of the declaration chooses it. `update` when left out.
   */
  writeRight?: Right | 'same';
  /** The parent's aggregate for the events of its rows, or their own; their own when left out. */
  aggregate?: 'parent' | 'own';
  /** The resource that the audit log knows rows by: the parent's, or their own; their own when left out. */
  auditedAs?: 'parent' | 'own';
  /** Rows lie below two records of the parent's kind, which they relate. */
  otherEnd?: OtherEnd;
}

/** The column of the parent's id in rows. */
export type ParentColumns<P> = (P extends { field: infer Field extends string }
  ? { [K in Field]: number }
  : unknown) &
  EndColumns<P>;

export const parentOf = ({ of }: Parent): ParentResource => ('asParent' in of ? of.asParent : of);

/**
 * Below its parent, a resource answers 404 for a parent that the caller may not read, 403 for one they may only read,
 * and every statement is limited to that parent. A write locks the parent against archival. Rows have no permissions of
 * their own unless the declaration has `builtin`: then the caller needs both.
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
