import type { z } from 'zod';
import type { Permission, Right } from '../../access/rights.ts';
import { Id } from '../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Base, Contribution } from '../capability.ts';
import type { ComputedFields } from '../contract/field.ts';
import type { Place } from '../rows/rows.ts';
import { idParameter, organizationBornAt } from '../rows/table.store.ts';
import { direction, relatedTo, shownFrom } from './other-end.store.ts';
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
export function subResource(options: Parent, base: Base): Contribution {
  const parent = parentOf(options);
  const { field, lock = 'share', writeRight = 'update', otherEnd } = options;
  const { hasOwnRights, code } = base;
  const rightOnParent = (right: Right): Right =>
    right === 'read' || writeRight === 'same' ? right : writeRight;
  const entered = (right: Right) => rightOnParent(otherEnd && right !== 'create' ? 'read' : right);
  const below = (id: number) => (field ? { [field]: id } : {});
  return {
    place: {
      path: `${parent.path}${base.path}`,
      params: parent.params,
      fixed: field ? { [field]: Id as z.ZodType } : {},
      hasOwnScope: hasOwnRights,
      permission: (right): Permission =>
        hasOwnRights ? `${code}:${right}` : `${parent.resource}:${rightOnParent(right)}`,
      enter: async (caller, params, right) => below(await parent.enter(caller, params, entered(right))),
      admits: async (caller, row, right) =>
        parent.admits(caller, field ? Number(row[field]) : caller.org_id, rightOnParent(right)),
      bornAt: (org_id, within) =>
        parent.bornAt?.({ org_id, id: field ? idParameter(Number(within[field])) : org_id }) ??
        organizationBornAt(org_id),
      ...(field && otherEnd && fromEitherEnd(field, otherEnd)),
    },
    ...(field && otherEnd && { computed: directionFrom(field) }),
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

const directionFrom = (field: string): ComputedFields => ({
  direction: { schema: Direction, sql: (alias, within) => direction(field, within, alias) },
});

const fromEitherEnd = (field: string, otherEnd: OtherEnd): Pick<Place, 'below' | 'shown'> => ({
  below: (within, alias) => relatedTo(field, otherEnd, within, alias),
  shown: (within, alias) => shownFrom(field, otherEnd, within, alias),
});
