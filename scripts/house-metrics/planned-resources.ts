import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Existing and planned kinds of records that a declaration could define, each with the properties of the declaration
 * that it needs in addition to fields, filters, rights and hooks.
 */
const needs: Readonly<Record<string, readonly string[]>> = {
  'core value': ['ordered'],
  category: ['tree'],
  place: ['tree'],
  'work schedule': ['effective'],
  holiday: ['parent'],
  address: ['parent'],
  contact: ['parent'],
  'social link': ['parent'],
  'pay band': ['effective'],
  'content page': ['versions', 'transitions'],
  plan: [],
  reward: [],
  blackout: [],
  'task label': [],
  'task view': ['scopes'],
  'navigation item': ['ordered'],
  delegation: ['scopes'],
  'saved search': ['visible'],
  lead: ['transitions'],
  position: ['transitions'],
  team: ['tree', 'transitions'],
  announcement: ['transitions'],
  initiative: ['transitions'],
  'enum value': ['parent', 'ordered'],
  'API key': ['owners', 'computed'],
  'user profile': ['singleton', 'personal'],
  settings: ['singleton'],
  feedback: ['appendOnly'],
  'task relation': ['parent'],
  dashboard: ['owners'],
  'goal of a plan': ['parent', 'ordered'],
};

export interface CarriedShare {
  percent: number;
  /** The kinds that `defineResource` does not support, with the missing properties. */
  missing: string[];
}

/** The percentage of kinds for which `defineResource` has every property that they need. */
export async function carriedShare(root: string): Promise<CarriedShare> {
  const text = await readFile(path.join(root, 'packages/shared/src/resource/declaration.ts'), 'utf8');
  return shareOf(needs, new Set([...text.matchAll(/^ {2}(\w+)\??:/gm)].flatMap(([, name]) => name ?? [])));
}

export function shareOf(
  kinds: Readonly<Record<string, readonly string[]>>,
  properties: ReadonlySet<string>,
): CarriedShare {
  const all = Object.entries(kinds);
  const missing = all.flatMap(([kind, needed]) => {
    const lacking = needed.filter((name) => !properties.has(name));
    return lacking.length === 0 ? [] : [`${kind}: ${lacking.join(', ')}`];
  });
  return { percent: Math.round((100 * (all.length - missing.length)) / all.length), missing };
}
