import { pathsWithRights } from '../operations.ts';

let pattern: RegExp | undefined;

/** The query that adds the rights of the user to the record or the list at a path; empty if it has none. */
export function rightsQuery(path: string): { include?: 'can' } {
  pattern ??= new RegExp(`^(?:${pathsWithRights.join('|').replaceAll(/\{\w+\}/g, '[^/]+')})$`);
  return pattern.test(path) ? { include: 'can' } : {};
}
