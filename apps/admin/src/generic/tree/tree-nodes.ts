import type { Row } from '../../api/call-path.ts';
import { moved } from '../order/moved.ts';

/** A record of a tree, with the records below it if it is open. */
export type TreeNode = Row & {
  id: number;
  parent_id: number | null;
  has_children?: boolean;
  children: readonly TreeNode[];
};

/** A record of a tree as a row of a table. */
export interface TreeRow {
  node: TreeNode;
  /** From 1, the root level. */
  level: number;
  /** The record above it that is on screen. */
  parent: TreeNode | undefined;
  /** The records beside it, in their order. */
  siblings: readonly TreeNode[];
  /** True also while what is below it is being loaded. */
  isOpen: boolean;
}

/** The visible records of a tree, from top to bottom. */
export function visibleRows(nodes: readonly TreeNode[], open: ReadonlySet<number>): TreeRow[] {
  const rowsOf = (siblings: readonly TreeNode[], level: number, parent: TreeNode | undefined): TreeRow[] =>
    siblings.flatMap((node) => {
      const isOpen = open.has(node.id) && node.has_children === true;
      const row: TreeRow = { node, level, parent, siblings, isOpen };
      return [row, ...(isOpen ? rowsOf(node.children, level + 1, node) : [])];
    });
  return rowsOf(nodes, 1, undefined);
}

/** A change of the place of a record: below another one, or among its siblings. */
export type Placement = Below | Order;

export interface Below {
  parent: number | null;
  /** The id of the sibling before it, or null for the first place; the last place if omitted. */
  after?: number | null;
}

export interface Order {
  /** The ids of the record and its siblings. */
  order: readonly number[];
  before: readonly number[];
  place: number;
}

/** Directions of Alt with an arrow key: up and down among the siblings, in and out of a level. */
export type Direction = 'up' | 'down' | 'in' | 'out';

/**
 * The place of a record after a step in a direction; undefined if there is none.
 *
 * @param within fields whose values the records of an order have in common; undefined if records have no order
 */
export function placeAfter(
  { node, siblings, parent }: TreeRow,
  direction: Direction,
  within: readonly string[] | undefined,
): Placement | undefined {
  const group = siblings.filter((one) => (within ?? []).every((name) => one[name] === node[name]));
  const index = group.indexOf(node);
  if (direction === 'out') return parent && { parent: parent.parent_id };
  if (direction === 'in') {
    const above = group[index - 1];
    return above && { parent: above.id };
  }
  const place = index + (direction === 'up' ? -1 : 1);
  if (!within || place < 0 || place >= group.length) return undefined;
  const before = group.map(({ id }) => id);
  return { order: moved(before, index, place), before, place };
}

/** The values that a record has in common with the others of its order. */
export const groupOf = (node: Row, within: readonly string[]): Row =>
  Object.fromEntries(within.map((name) => [name, node[name] ?? null]));

/** The filter of a list for the records of the order of a record. */
export const groupFilter = (node: Row, within: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groupOf(node, within)).map(([name, value]) =>
      value === null ? [`${name}_is_null`, 'true'] : [name, String(value)],
    ),
  );

/** The loaded part of a tree with a record at another place. Can be repeated. */
export function placed(
  nodes: readonly TreeNode[],
  node: TreeNode,
  placement: Placement,
): readonly TreeNode[] {
  if ('order' in placement)
    return withLevel(nodes, node.parent_id, (level) => inOrder(level, placement.order));
  const left = without(nodes, node.id);
  const moved = { ...node, parent_id: placement.parent };
  return withLevel(left, placement.parent, (level) => {
    const { after } = placement;
    const place = after === null ? 0 : level.findIndex(({ id }) => id === after) + 1 || level.length;
    return [...level.slice(0, place), moved, ...level.slice(place)];
  });
}

function without(nodes: readonly TreeNode[], id: number): TreeNode[] {
  return nodes
    .filter((node) => node.id !== id)
    .map((node) => {
      const children = without(node.children, id);
      const isEmptied = children.length === 0 && node.children.length > 0;
      return { ...node, children, ...(isEmptied && { has_children: false }) };
    });
}

/** The tree with other records directly below one of them, or at the highest level. */
function withLevel(
  nodes: readonly TreeNode[],
  parent: number | null,
  change: (level: readonly TreeNode[]) => readonly TreeNode[],
): readonly TreeNode[] {
  if (parent === null) return change(nodes);
  return nodes.map((node) => {
    if (node.id !== parent) return { ...node, children: withLevel(node.children, parent, change) };
    const children = change(node.children);
    return { ...node, children, has_children: children.length > 0 };
  });
}

/** Records beside each other with those of one order in another one, at the places that they have in common. */
function inOrder(level: readonly TreeNode[], order: readonly number[]): TreeNode[] {
  const next = order.flatMap((id) => level.find((node) => node.id === id) ?? []).values();
  return level.map((node) => (order.includes(node.id) ? (next.next().value ?? node) : node));
}
