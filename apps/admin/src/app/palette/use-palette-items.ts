import { useNavigate } from '@tanstack/react-router';
import {
  type ListedResource,
  listedResource,
  operationOf,
  useCan,
  useResources,
} from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { type Bindings, isApple, useBindings } from '../../generic/commands/bindings.ts';
import { isShortcutId, places } from '../../generic/commands/catalogue.ts';
import { displayKeys } from '../../generic/commands/keys.ts';
import { type Command, useCommands } from '../../generic/commands/registry.ts';
import { densities, themes, useDisplay } from '../preferences/use-display.ts';
import { words as preferenceWords } from '../preferences/words.ts';
import { words as appWords } from '../words.ts';
import type { PaletteItem } from './items.ts';
import { words } from './words.ts';

/** Commands that depend on the focus, or that the palette has in another form. */
const omitted: ReadonlySet<string> = new Set([
  ...['palette', 'search', 'next', 'previous', 'submit', 'back', 'create', 'home'],
  ...places,
]);
/** Commands that every page has. */
const ofApplication: ReadonlySet<string> = new Set(['menu', 'undo', 'help', 'sign-out']);

/** The lists of the user. */
export function useListedResources(): ListedResource[] {
  const { session } = useOrganization();
  const { data = [] } = useResources();
  return data.flatMap((one) => listedResource(one, session.user.org_id) ?? []);
}

/** All commands that the user may run, without records. */
export function usePaletteItems(onWhy: () => void): PaletteItem[] {
  const commands = useCommands();
  const bindings = useBindings();
  const offered = commands
    .filter(({ id }, index) => !omitted.has(id) && commands.findLastIndex((one) => one.id === id) === index)
    .map((command) => itemOfCommand(command, bindings));
  const ofPage = offered.filter(({ group }) => group === 'page');
  const others = offered.filter(({ group }) => group !== 'page');
  const why: PaletteItem = { id: 'why', group: 'application', label: words.why, isFinal: false, run: onWhy };
  return [...ofPage, ...usePlaceItems(bindings), ...useCreationItems(), ...others, why, ...useDisplayItems()];
}

function itemOfCommand({ id, label, run }: Command, bindings: Bindings): PaletteItem {
  return {
    id,
    group: ofApplication.has(id) ? 'application' : 'page',
    label,
    run,
    keys: keysOf(id, bindings),
  };
}

function keysOf(id: string, bindings: Bindings): readonly string[] | undefined {
  const [keys] = isShortcutId(id) ? bindings[id] : [];
  return keys === undefined ? undefined : displayKeys(keys, isApple);
}

function usePlaceItems(bindings: Bindings): PaletteItem[] {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const params = { slug };
  return [
    {
      ...{ id: 'home', group: 'places', label: appWords.shell.home, keys: keysOf('home', bindings) },
      run: () => navigate({ to: '/$slug', params }),
    },
    ...useListedResources().map(
      ({ code, label }): PaletteItem => ({
        ...{ id: `list:${code}`, group: 'places', label, keys: keysOf(code, bindings) },
        run: () => navigate({ to: '/$slug/r/$code', params: { slug, code } }),
      }),
    ),
    {
      ...{ id: 'profile', group: 'places', label: appWords.shell.profile },
      run: () => navigate({ to: '/$slug/profile', params }),
    },
    {
      ...{ id: 'reference', group: 'places', label: words.reference },
      run: () => location.assign('/api/docs'),
    },
  ];
}

function useCreationItems(): PaletteItem[] {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const can = useCan();
  return useListedResources()
    .filter(({ template }) => can(operationOf('post', template)))
    .map(({ code, label }) => ({
      ...{ id: `new:${code}`, group: 'create', label: words.create(label) },
      run: () => navigate({ to: '/$slug/new/$code', params: { slug, code } }),
    }));
}

function useDisplayItems(): PaletteItem[] {
  const { chooseTheme, chooseDensity } = useDisplay();
  return [
    ...themes.map((theme): PaletteItem => {
      const label = words.theme(appWords.shell.themes[theme]);
      return { id: `theme:${theme}`, group: 'application', label, run: () => chooseTheme(theme) };
    }),
    ...densities.map((density): PaletteItem => {
      const label = words.density(preferenceWords.display.densities[density]);
      return { id: `density:${density}`, group: 'application', label, run: () => chooseDensity(density) };
    }),
  ];
}
