import { expect, it } from 'vitest';
import type { RunnableTemplate } from './runnable-template.ts';
import { TemplateCache } from './template-cache.ts';

const template = (id: number) => ({ id }) as RunnableTemplate;
const which = (id: number, version = 1, changed_at = 1) => ({ id, version, changed_at });

function cacheWith(maxBytes: number, ...added: [org_id: number, id: number, bytes: number][]): TemplateCache {
  const cache = new TemplateCache(maxBytes);
  for (const [org_id, id, bytes] of added) cache.add(org_id, which(id), template(id), bytes);
  return cache;
}

const cached = (cache: TemplateCache, org_id: number, ids: number[]) =>
  ids.filter((id) => cache.find(org_id, which(id)));

it('returns a template with the same version and time only', () => {
  const cache = cacheWith(400, [1, 7, 10]);
  expect(cache.find(1, which(7))).toEqual({ id: 7 });
  const others: [number, ReturnType<typeof which>][] = [
    [1, which(7, 2)],
    [1, which(7, 1, 2)],
    [1, which(8)],
    [2, which(7)],
  ];
  for (const [org_id, other] of others) expect(cache.find(org_id, other)).toBeUndefined();
  cache.add(1, which(7, 2), template(7), 30);
  expect([cache.find(1, which(7)), cache.find(1, which(7, 2)), cache.bytes]).toEqual([
    undefined,
    { id: 7 },
    30,
  ]);
});

it('removes the template of an organization that was used longest ago, beyond its share', () => {
  const cache = cacheWith(400, [2, 9, 100], [1, 1, 40], [1, 2, 40]);
  cache.find(1, which(1));
  cache.add(1, which(3), template(3), 40);
  expect([cached(cache, 1, [1, 2, 3]), cached(cache, 2, [9])]).toEqual([[1, 3], [9]]);
  expect(cache.bytes).toBe(180);
});

it('does not keep a template that is larger than the share', () => {
  const cache = cacheWith(400, [1, 1, 40], [1, 2, 101]);
  expect([cached(cache, 1, [1, 2]), cache.bytes]).toEqual([[], 0]);
});

it('removes templates of the organization that used its own longest ago, beyond the limit of all', () => {
  const cache = cacheWith(400, [1, 1, 100], [2, 1, 100], [3, 1, 100], [4, 1, 100]);
  cache.find(1, which(1));
  cache.add(5, which(1), template(1), 50);
  expect([1, 2, 3, 4, 5].filter((org_id) => cache.find(org_id, which(1)))).toEqual([1, 3, 4, 5]);
  expect(cache.bytes).toBe(350);
});
