import path from 'node:path';
import { expect, it } from 'vitest';
import type { CodeFile } from './code-files.ts';
import { handwrittenCollections, isNested } from './collections.ts';
import { type Metric, measure } from './measure.ts';
import { shareOf } from './planned-resources.ts';
import { accessChecksByHand, lanesByHand, tableListsByHand } from './repeated-code.ts';

const fileOf = (text: string): CodeFile => ({ path: 'packages/areas/src/desks/desks.ts', text });

it('every metric meets its target', async () => {
  const metrics = await measure(path.resolve(import.meta.dirname, '../..'));
  const missed = metrics.filter(({ aim, now, unit }: Metric) => (unit === '%' ? now < aim : now > aim));
  expect(missed.map(({ name, now, places }) => `${name}: ${now}\n${places.join('\n')}`)).toEqual([]);
});

it('lists the kinds of records that a declaration does not support yet', () => {
  const kinds = { desk: [], chair: ['parent'], lamp: ['parent', 'tree'] };
  expect(shareOf(kinds, new Set(['parent']))).toEqual({ percent: 67, missing: ['lamp: tree'] });
});

it('counts a lane of an organization that is declared by hand', () => {
  const payload = 'const Payload = z.object({ org_id: Id });';
  expect(
    lanesByHand([fileOf(`${payload} export const desks = lane<Payload>({ queue: 'a' });`)]),
  ).toHaveLength(1);
  expect(lanesByHand([fileOf(`${payload} organizationLane({ queue: 'a' });`)])).toEqual([]);
  expect(lanesByHand([fileOf(`lane({ payload: z.object({ org_id: Id, desk_id: Id }) });`)])).toEqual([]);
});

it('counts functions that throw both 404 for invisible and 403 for read-only records', () => {
  const both =
    "function a() {\n  throw notFound('Desk');\n  throw missingPermission(caller, 'desk:update');\n}";
  const apart =
    "function a() {\n  throw notFound('Desk');\n}\nfunction b() {\n  throw forbidden('rule', 'x');\n}";
  expect(accessChecksByHand([fileOf(both)])).toHaveLength(1);
  expect(accessChecksByHand([fileOf(apart)])).toEqual([]);
});

it('counts array literals with at least three tables of other areas', () => {
  const owners = new Map([
    ['desks', 'desks'],
    ['chairs', 'chairs'],
    ['lamps', 'kernel'],
    ['books', 'kernel'],
  ]);
  const listsIn = (text: string) => tableListsByHand([fileOf(text)], owners);
  expect(listsIn("const all = ['books', 'chairs', 'lamps'];")).toHaveLength(1);
  expect(listsIn("const some = ['books', 'chairs', 'books', 'sofas'];")).toEqual([]);
  expect(listsIn("const withItsOwn = ['books', 'chairs', 'desks'];")).toEqual([]);
});

it('counts paths with three of the standard endpoints, without those of a declared resource', () => {
  const one = (method: string, at: string) => ({ method, path: at }) as never;
  const declared = [one('get', '/desks'), one('post', '/desks'), one('delete', '/desks/:id')];
  const byHand = [
    one('get', '/desks/:deskId/chairs'),
    one('post', '/desks/:deskId/chairs'),
    one('patch', '/desks/:deskId/chairs/:id'),
    one('post', '/desks/:id/move'),
    one('get', '/lamps'),
  ];
  const area = { name: 'desks', endpoints: [...declared, ...byHand] };
  const found = handwrittenCollections([area], [{ table: {}, contract: {}, endpoints: declared }]);
  expect(found).toEqual([
    { area: 'desks', path: '/desks/:deskId/chairs', endpoints: ['GET /', 'PATCH /:', 'POST /'] },
  ]);
  expect(found.every(isNested)).toBe(true);
});
