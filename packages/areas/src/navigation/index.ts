import { consequence, defineArea, endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import { userErased } from '../users/announcements.ts';
import { demoItems } from './items/demo.ts';
import { navigationItems } from './items/items.resource.ts';
import { NavigationEntry, ShowNavigation } from './navigation.contract.ts';
import { navigationEvents } from './navigation.events.ts';
import { getPreferences, patchPreferences, showNavigation } from './navigation.service.ts';
import { PatchPreferences, ShownPreferences } from './preferences/preferences.contract.ts';
import { erasePreferences } from './preferences/preferences.store.ts';

export const navigation = defineArea({
  name: 'navigation',
  about: 'The menu that each caller may use.',
  declared: [navigationItems],
  demo: [demoItems],
  menu: [
    {
      key: 'navigation-items',
      label: 'Menu',
      icon: 'menu',
      group: 'administration',
      resource: 'navigation_item',
    },
  ],
  endpoints: [
    endpoint({
      method: 'get',
      path: '/navigation',
      summary: 'Show your menu',
      details: 'Contains only entries that you may open, and headings with such entries below them.',
      can: 'signed-in',
      query: ShowNavigation,
      returns: { 200: ListOf(NavigationEntry) },
      handler: showNavigation,
    }),
    endpoint({
      method: 'get',
      path: '/navigation/me',
      summary: 'Fetch your preferences for the menu',
      can: 'signed-in',
      returns: { 200: ShownPreferences },
      handler: getPreferences,
    }),
    endpoint({
      method: 'patch',
      path: '/navigation/me',
      summary: 'Hide, pin and reorder entries of your menu',
      details: 'Keys that no entry has are kept.',
      can: 'signed-in',
      versionedResource: false,
      body: PatchPreferences,
      returns: { 200: ShownPreferences },
      emits: ['user.navigation_changed'],
      handler: patchPreferences,
    }),
  ],
  events: navigationEvents,
  consequences: [
    consequence({
      ...{ on: userErased, name: 'navigation.erase', writes: [] },
      run: ({ tx, caller, payload }) => erasePreferences(tx, caller, payload.user_id),
    }),
  ],
});
