import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Area, Endpoint } from '@wfp/shared';
import { readCode } from './code-files.ts';

/** A path whose standard endpoints, those of a list and its rows, are declared individually. */
export interface HandwrittenCollection {
  area: string;
  path: string;
  /** `GET /`, `POST /`, `GET /:`, `PATCH /:`, `DELETE /:`. */
  endpoints: string[];
}

interface Declared {
  table: object;
  contract: object;
  endpoints: readonly Endpoint[];
}

const isDeclared = (value: unknown): value is Declared =>
  typeof value === 'object' &&
  value !== null &&
  'table' in value &&
  'contract' in value &&
  'endpoints' in value;

/** The resources that areas declare with `defineResource`: the exports of the modules that call it. */
export async function declaredResources(root: string): Promise<Declared[]> {
  const files = await readCode(root, 'packages/areas/src');
  const calling = files.filter((file) => /\bdefineResource\(/.test(file.text));
  const modules = await Promise.all(
    calling.map((file) => import(pathToFileURL(path.join(root, file.path)).href)),
  );
  const values = modules.flatMap((one: object) => Object.values(one)).flat();
  return [...new Set(values.filter(isDeclared))];
}

const minEndpoints = 3;
const row = /\/:[^/]+$/;

/** Collections with at least three of the five standard endpoints, not counting endpoints of declared resources. */
export function handwrittenCollections(
  areas: readonly Area[],
  declared: readonly Declared[],
): HandwrittenCollection[] {
  const generated = new Set(declared.flatMap((one) => one.endpoints));
  return areas.flatMap((area) => {
    const collections = new Map<string, string[]>();
    for (const one of area.endpoints ?? []) {
      const ofRow = row.test(one.path);
      const isUsual = ofRow
        ? ['get', 'patch', 'delete'].includes(one.method)
        : ['get', 'post'].includes(one.method);
      if (generated.has(one) || !isUsual) continue;
      const base = one.path.replace(row, '');
      const found = collections.get(base) ?? [];
      collections.set(base, [...found, `${one.method.toUpperCase()} ${ofRow ? '/:' : '/'}`]);
    }
    return [...collections]
      .filter(([, endpoints]) => endpoints.length >= minEndpoints)
      .map(([base, endpoints]) => ({ area: area.name, path: base, endpoints: endpoints.sort() }));
  });
}

/** True for a collection below a row of another, such as `/tasks/:taskId/comments`. */
export const isNested = ({ path: base }: HandwrittenCollection): boolean => base.includes('/:');
