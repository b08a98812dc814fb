import path from 'node:path';
import { areas } from '@wfp/areas';
import { builtinRoles } from '@wfp/shared';
import { tableOf, withParts } from './generated-part.ts';

export const roleGuide = path.resolve(import.meta.dirname, '../../docs/access.md');

/** The guide with its table of the permissions of built-in roles replaced. */
export function withRoles(guide: string): string {
  const roles = Object.keys(builtinRoles) as (keyof typeof builtinRoles)[];
  const resources = areas.flatMap((area) => area.resources ?? []);
  const rows = resources
    .map(({ code, builtin }) => [`\`${code}\``, ...roles.map((role) => builtin[role] ?? '')])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return withParts(guide, tableOf([['resource', ...roles], ...rows]));
}
