import { beforeEach, expect, it, vi } from 'vitest';
import { RowStore } from './rows.ts';

let store: RowStore;
beforeEach(() => {
  store = new RowStore();
});
const version = (second: number, fields: object) => ({
  id: 1,
  updated_at: `2026-01-01T00:00:0${second}.000Z`,
  ...fields,
});
const shown = () => store.get('demo /teams/1')?.row;

it('keeps the version with the highest updated_at, whatever the order of responses', () => {
  const listener = vi.fn();
  store.listen('demo /teams/1', listener);
  store.put('demo /teams/1', version(2, { name: 'Second' }));
  store.put('demo /teams/1', version(1, { name: 'First' }));
  expect(shown()).toMatchObject({ name: 'Second' });
  expect(listener).toHaveBeenCalledTimes(1);
  store.put('demo /teams/1', version(3, { name: 'Third' }));
  expect(shown()).toMatchObject({ name: 'Third' });
  expect(listener).toHaveBeenCalledTimes(2);
});

it('keeps fields that a newer response does not have, and takes computed ones of the same version', () => {
  store.put('demo /teams/1', version(1, { name: 'First', members: 1, note: 'x' }));
  store.put('demo /teams/1', version(1, { name: 'First', members: 2 }));
  expect(shown()).toEqual(version(1, { name: 'First', members: 2, note: 'x' }));
});

it('replaces records without updated_at in the order of responses', () => {
  for (const name of ['First', 'Second']) store.put('demo /teams/1', { id: 1, name });
  expect(shown()).toEqual({ id: 1, name: 'Second' });
});

it('forgets the oldest records that nothing shows, and those of a session that has ended', () => {
  store.listen('demo /teams/1', () => undefined);
  store.put('demo /teams/1', { id: 1 });
  for (let id = 2; id <= 2_100; id += 1) store.put(`demo /teams/${id}`, { id });
  expect([1, 2, 100, 102, 2_100].map((id) => store.get(`demo /teams/${id}`) !== undefined)).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
  store.put('other /teams/1', { id: 1 });
  store.clear('demo ');
  expect(shown()).toBeUndefined();
  expect(store.get('other /teams/1')).toBeDefined();
});

it('ends the highlights of records that changed at once with one timer', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  try {
    const keys = Array.from({ length: 100 }, (_, index) => `demo /teams/${index}`);
    for (const key of keys) store.put(key, { id: 1, name: 'Before' });
    for (const key of keys) store.awaitChange(key);
    for (const key of keys) store.put(key, { id: 1, name: 'After' });
    expect(vi.getTimerCount()).toBe(1);
    const changed = () => keys.map((key) => store.get(key)?.changed.size);
    expect(new Set(changed())).toEqual(new Set([1]));
    vi.advanceTimersByTime(1_200);
    expect(new Set(changed())).toEqual(new Set([0]));
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
