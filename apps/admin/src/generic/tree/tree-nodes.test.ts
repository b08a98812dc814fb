import { expect, it } from 'vitest';
import { groupFilter, placeAfter, placed, type TreeNode, visibleRows } from './tree-nodes.ts';

const node = (id: number, parent_id: number | null, children: TreeNode[] = [], kind = 'a'): TreeNode => ({
  ...{ id, parent_id, kind, children },
  has_children: children.length > 0,
});
const tree = [node(1, null, [node(2, 1, [node(3, 2)]), node(4, 1)]), node(5, null, [], 'b'), node(6, null)];
const rowOf = (id: number, open: readonly number[] = [1, 2]) => {
  const found = visibleRows(tree, new Set(open)).find((row) => row.node.id === id);
  if (!found) throw new Error(`${id} is not visible`);
  return found;
};

it('shows what is below open records', () => {
  const shown = (open: readonly number[]) =>
    visibleRows(tree, new Set(open)).map((row) => `${row.level}:${row.node.id}${row.isOpen ? ' open' : ''}`);
  expect(shown([])).toEqual(['1:1', '1:5', '1:6']);
  expect(shown([1])).toEqual(['1:1 open', '2:2', '2:4', '1:5', '1:6']);
  expect(shown([2, 1, 6])).toEqual(['1:1 open', '2:2 open', '3:3', '2:4', '1:5', '1:6']);
});

it('moves a record into the one above it, and out of its branch', () => {
  expect(placeAfter(rowOf(4), 'in', undefined)).toEqual({ parent: 2 });
  expect(placeAfter(rowOf(2), 'in', undefined)).toBeUndefined();
  expect(placeAfter(rowOf(3), 'out', undefined)).toEqual({ parent: 1 });
  expect(placeAfter(rowOf(4), 'out', undefined)).toEqual({ parent: null });
  expect(placeAfter(rowOf(1), 'out', undefined)).toBeUndefined();
});

it('moves a record among its siblings, if they have an order', () => {
  expect(placeAfter(rowOf(4), 'up', ['parent_id'])).toEqual({ order: [4, 2], before: [2, 4], place: 0 });
  expect(placeAfter(rowOf(2), 'down', ['parent_id'])).toMatchObject({ order: [4, 2], place: 1 });
  expect(placeAfter(rowOf(2), 'up', ['parent_id'])).toBeUndefined();
  expect(placeAfter(rowOf(4), 'up', undefined)).toBeUndefined();
});

it('skips records of other orders on the same level', () => {
  const within = ['kind', 'parent_id'];
  expect(placeAfter(rowOf(6), 'up', within)).toEqual({ order: [6, 1], before: [1, 6], place: 0 });
  expect(placeAfter(rowOf(6), 'in', within)).toEqual({ parent: 1 });
  expect(placeAfter(rowOf(5), 'down', within)).toBeUndefined();
});

it('filters a list by what records of an order have in common', () => {
  expect(groupFilter(rowOf(4).node, ['kind', 'parent_id'])).toEqual({ kind: 'a', parent_id: '1' });
  expect(groupFilter(rowOf(1).node, ['parent_id'])).toEqual({ parent_id_is_null: 'true' });
});

it('shows a record at another place', () => {
  const text = (nodes: readonly TreeNode[]): string =>
    nodes
      .map(({ id, children }) => (children.length > 0 ? `${id}(${text(children)})` : String(id)))
      .join(' ');
  const after = (id: number, placement: Parameters<typeof placed>[2]) =>
    text(placed(tree, rowOf(id).node, placement));
  expect(text(tree)).toBe('1(2(3) 4) 5 6');
  expect(after(6, { order: [6, 1], before: [1, 6], place: 0 })).toBe('6 5 1(2(3) 4)');
  expect(after(4, { order: [4, 2], before: [2, 4], place: 0 })).toBe('1(4 2(3)) 5 6');
  expect(after(4, { parent: 2 })).toBe('1(2(3 4)) 5 6');
  expect(after(3, { parent: null, after: 1 })).toBe('1(2 4) 3 5 6');
  expect(after(6, { parent: 1, after: null })).toBe('1(6 2(3) 4) 5');
  const twice = placed(placed(tree, rowOf(3).node, { parent: null }), rowOf(3).node, { parent: null });
  expect(text(twice)).toBe('1(2 4) 5 6 3');
  expect(placed(tree, rowOf(3).node, { parent: 5 })).toMatchObject([
    { id: 1, children: [{ id: 2, has_children: false }, { id: 4 }] },
    { id: 5, has_children: true, children: [{ id: 3, parent_id: 5 }] },
    { id: 6 },
  ]);
});
