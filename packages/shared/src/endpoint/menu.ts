/** A number beside an entry of the menu: how many records of a list a caller sees. */
export interface BadgeQuery {
  /** The resource whose list is counted. */
  resource: string;
  /** Query parameters of the list. */
  filter: Readonly<Record<string, string | number | boolean>>;
}

/** The headings of the default menu, in their order, with their labels. */
export const menuGroups = {
  work: 'Work',
  people: 'People',
  company: 'Company',
  activity: 'Activity',
  administration: 'Administration',
} as const;
export type MenuGroup = keyof typeof menuGroups;

/** An entry of the default menu, which opens the list of a resource. Callers who may not read the resource do not see it. */
export interface MenuEntry {
  /** Unique among all entries. Items and preferences of organizations refer to it: do not change it. */
  key: string;
  label: string;
  /** The name of an icon of Lucide. */
  icon: string;
  group: MenuGroup;
  resource: string;
  badge?: BadgeQuery;
}
