import { expect, it } from 'vitest';
import { type GrantedRole, type HashedRole, RoleCache } from './role-cache.ts';

const deleted: HashedRole = { hash: null, role: null };

function role(role_code: string, permissions = 0): { hash: string; role: GrantedRole } {
  const names = Array.from({ length: permissions }, (_, index) => [`task:${index}`, ['org']]);
  return {
    hash: `#${role_code}`,
    role: { role_code, is_builtin: false, permissions: Object.fromEntries(names) },
  };
}

it('finds roles at their version only, and adds to them', () => {
  const cache = new RoleCache();
  cache.add(1, 'a', new Map([[5, role('five')]]));
  cache.add(1, 'a', new Map([[6, deleted]]));
  expect([5, 6, 7].map((id) => cache.find(1, 'a', id))).toEqual([role('five').role, null, undefined]);
  expect([cache.find(1, 'b', 5), cache.find(2, 'a', 5)]).toEqual([undefined, undefined]);
  cache.add(1, 'b', new Map([[6, role('six')]]));
  expect([cache.find(1, 'b', 5), cache.find(1, 'a', 6)]).toEqual([undefined, undefined]);
  expect(cache.find(1, 'b', 6)).toEqual(role('six').role);
});

it('finds roles by their hash at any version, but those read without a version only so', () => {
  const cache = new RoleCache();
  cache.add(1, 'a', new Map([[5, role('five')]]));
  cache.add(1, null, new Map([[6, role('six')]]));
  expect(cache.findByHash(1, 5, '#five')).toEqual(role('five').role);
  expect(cache.findByHash(1, 6, '#six')).toEqual(role('six').role);
  expect([cache.findByHash(1, 5, '#six'), cache.findByHash(2, 5, '#five')]).toEqual([undefined, undefined]);
  expect(cache.find(1, 'a', 6)).toBeUndefined();
});

it('removes roles of an organization above its share, those added first, and none of others', () => {
  const cache = new RoleCache(100, 12);
  cache.add(2, 'a', new Map([[1, role('other', 9)]]));
  cache.add(1, 'a', new Map([1, 2, 3].map((id) => [id, role(`${id}`, 3)])));
  cache.add(1, 'a', new Map([[1, role('1', 3)]]));
  cache.add(1, 'a', new Map([[4, role('4', 3)]]));
  expect([1, 2, 3, 4].map((id) => cache.find(1, 'a', id)?.role_code)).toEqual(['1', undefined, '3', '4']);
  cache.add(1, 'a', new Map([[5, role('5', 30)]]));
  expect([1, 3, 4, 5].map((id) => cache.find(1, 'a', id))).toEqual(Array(4).fill(undefined));
  expect(cache.find(2, 'a', 1)?.role_code).toBe('other');
});

it('removes the largest organizations first, and of these the one added to first', () => {
  const cache = new RoleCache(30, 20);
  const held = () => [1, 2, 3, 4, 5].filter((org_id) => cache.find(org_id, 'a', 1) !== undefined);
  cache.add(1, 'a', new Map([[1, role('small')]]));
  cache.add(2, 'a', new Map([[1, role('large', 9)]]));
  cache.add(3, 'a', new Map([[1, role('large', 9)]]));
  cache.add(2, 'a', new Map([[1, role('large', 9)]]));
  expect(held()).toEqual([1, 2, 3]);
  cache.add(4, 'a', new Map([[1, role('large', 9)]]));
  expect(held()).toEqual([1, 2, 4]);
  cache.add(5, 'a', new Map([[1, role('largest', 17)]]));
  expect(held()).toEqual([1, 2, 4]);
  cache.add(1, 'a', new Map([1, 2, 3, 4].map((id) => [id, deleted])));
  expect(held()).toEqual([1, 2, 4]);
});
