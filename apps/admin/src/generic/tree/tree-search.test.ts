import { expect, it } from 'vitest';
import type { ListedResource } from '../../api/resources.ts';
import { isTree, treeSearch, withLayout } from './tree-search.ts';

const trees = { tree: { max_depth: 5, within: ['applies_to'] } } as unknown as ListedResource;
const flat = { tree: null } as unknown as ListedResource;

it('shows a tree unless the list is filtered or the user has chosen the list', () => {
  expect(isTree(trees, {})).toBe(true);
  expect(isTree(trees, { applies_to: 'initiative' })).toBe(true);
  expect(isTree(trees, { layout: 'table' })).toBe(false);
  for (const name of ['q', 'sort', 'deleted', 'page']) expect(isTree(trees, { [name]: 'a' })).toBe(false);
  expect(isTree(flat, {})).toBe(false);
});

it('names the layout in the search when a filter leads to the list', () => {
  expect(withLayout(trees, { q: 'a' })).toEqual({ q: 'a', layout: 'table' });
  expect(withLayout(trees, { applies_to: 'initiative' })).toEqual({ applies_to: 'initiative' });
  expect(withLayout(flat, { q: 'a' })).toEqual({ q: 'a' });
});

it('keeps only what separates trees when the tree is shown again', () => {
  expect(treeSearch(trees, { q: 'a', applies_to: 'initiative', page: '2' })).toEqual({
    applies_to: 'initiative',
  });
});
