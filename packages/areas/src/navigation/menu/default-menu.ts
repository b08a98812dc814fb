import { areasOf, type Platform } from '@wfp/shared';
import { defaultMenu, type MenuItem } from './menu.policy.ts';

const menus = new WeakMap<Platform['database'], readonly MenuItem[]>();

/** The menu of an organization without items of its own. Kept per process: declarations never change while it runs. */
export function defaultMenuOf(platform: Platform): readonly MenuItem[] {
  const known = menus.get(platform.database) ?? defaultMenu(areasOf(platform));
  menus.set(platform.database, known);
  return known;
}
