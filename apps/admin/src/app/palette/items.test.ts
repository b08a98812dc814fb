import { expect, it } from 'vitest';
import { matchingItems, type PaletteItem } from './items.ts';

const item = (id: string, group: PaletteItem['group'], label: string): PaletteItem => ({
  id,
  group,
  label,
  run: () => undefined,
});
const items = [
  item('edit', 'page', 'Edit the record'),
  item('list task', 'places', 'Tasks'),
  item('list task_label', 'places', 'Labels of tasks'),
  item('new task', 'create', 'Create: Tasks'),
];
const idsOf = (text: string, recent: readonly string[] = []) =>
  matchingItems(items, text, recent).map(({ id, group }) => `${group} ${id}`);

it('shows recent commands first, and once', () => {
  expect(idsOf('', ['new task', 'gone'])).toEqual([
    'recent new task',
    'page edit',
    'places list task',
    'places list task_label',
  ]);
});

it('finds every part of a text, beginnings of labels first', () => {
  expect(idsOf('tas')).toEqual(['places list task', 'places list task_label', 'create new task']);
  expect(idsOf('create TASK')).toEqual(['create new task']);
  expect(idsOf('nothing')).toEqual([]);
});

it('prefers recent commands of a group', () => {
  expect(idsOf('task go', ['list task_label'])).toEqual(['places list task', 'places list task_label']);
  expect(idsOf('l', ['list task_label'])[0]).toBe('places list task_label');
});
