import type { Caller } from '@wfp/shared';
import type { Preferences } from '../preferences/preferences.contract.ts';
import { type MenuItem, maxMenuDepth, mayOpen } from './menu.policy.ts';

/** An entry that a caller sees, with those below it. */
export interface VisibleItem extends MenuItem {
  is_pinned: boolean;
  /** True if the caller has hidden the entry themselves. */
  is_hidden: boolean;
  children: VisibleItem[];
}

interface Viewer {
  caller: Caller;
  preferences: Preferences;
  /** Includes what the caller has hidden. */
  withHidden: boolean;
}

/**
 * Returns the entries that a caller may open, in their order, below the headings that contain them. An entry whose parent does
 * not exist any more is at the top.
 */
export function selectVisible(items: readonly MenuItem[], viewer: Viewer): VisibleItem[] {
  const keys = new Set(items.map(({ key }) => key));
  const byParent = Map.groupBy(items, ({ parent_key }) =>
    parent_key !== null && keys.has(parent_key) ? parent_key : null,
  );
  const select = (parent_key: string | null, level: number): VisibleItem[] =>
    level > maxMenuDepth
      ? []
      : sortSiblings(byParent.get(parent_key) ?? [], viewer.preferences.order).flatMap((item) =>
          show(item, viewer, () => select(item.key, level + 1)),
        );
  return select(null, 1);
}

function show(item: MenuItem, viewer: Viewer, select: () => VisibleItem[]): VisibleItem[] {
  const { caller, preferences, withHidden } = viewer;
  const is_hidden = preferences.hidden.includes(item.key);
  if (item.is_hidden || (is_hidden && !withHidden)) return [];
  const canOpen = item.target !== null && mayOpen(caller, item);
  const isOffered = item.target !== null || mayOpen(caller, item);
  const children = isOffered ? select() : [];
  if (!canOpen && children.length === 0) return [];
  const closed = { target_kind: null, target: null, badge_query: null };
  const is_pinned = preferences.pinned.includes(item.key);
  return [{ ...item, ...(!canOpen && closed), is_pinned, is_hidden, children }];
}

/** The order of the user first, then that of the organization. Equal positions are sorted by label. */
function sortSiblings(siblings: readonly MenuItem[], order: readonly string[]): MenuItem[] {
  const places = new Map(order.map((key, index) => [key, index]));
  const last = Number.POSITIVE_INFINITY;
  const placeOf = ({ key }: MenuItem) => places.get(key) ?? last;
  const compare = (a: number, b: number) => (a === b ? 0 : a - b);
  return siblings.toSorted(
    (a, b) =>
      compare(placeOf(a), placeOf(b)) ||
      compare(a.position ?? last, b.position ?? last) ||
      a.label.localeCompare(b.label, 'en'),
  );
}
