import { z } from 'zod';
import { NavigationKey } from '../items/items.contract.ts';

/** More than a menu can have. */
const maxKeys = 500;

const Keys = (description: string) =>
  z
    .array(NavigationKey)
    .max(maxKeys)
    .refine((keys) => new Set(keys).size === keys.length, 'Must not contain duplicates')
    .meta({ description });

const fields = {
  hidden: Keys('Keys of entries that the user does not want to see'),
  pinned: Keys('Keys of entries that the user wants to reach quickly, in their order'),
  order: Keys('Keys of entries in the order that the user wants; those that are missing follow'),
};

/** Keys that no entry has are kept: an entry may come back. */
export const PatchPreferences = z.strictObject(fields).partial();
export type PatchPreferences = z.output<typeof PatchPreferences>;

export interface Preferences {
  hidden: readonly string[];
  pinned: readonly string[];
  order: readonly string[];
}

const ShownKeys = z.array(z.string());
export const ShownPreferences = z.object({
  hidden: ShownKeys,
  pinned: ShownKeys,
  order: ShownKeys,
});
