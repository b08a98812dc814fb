import { areas } from '@wfp/areas';
import { namesIn, tableOf } from './generated-part.ts';

/** The table of hooks that run before writes, with the operations that they precede. */
export function hookTable(): string {
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  const operations = endpoints.flatMap(({ method, path, review }) =>
    review ? [{ hook: review.hook, operation: `${method.toUpperCase()} ${path}` }] : [],
  );
  const byHook = Map.groupBy(operations, ({ hook }) => hook);
  const rows = [...byHook]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hook, some]) => [`\`${hook}\``, namesIn(some.map(({ operation }) => operation).sort())]);
  return tableOf([['hook', 'runs before'], ...rows]);
}
