/** Preferences of this browser. Tokens and records are never stored. */
const keys = {
  theme: 'wfp.theme',
  density: 'wfp.density',
  slug: 'wfp.slug',
  /** Ids of organizations by slug: the session cookie of an organization is named after its id. */
  organizations: 'wfp.organizations',
  /** Ids of commands of the palette, latest first. */
  commands: 'wfp.commands',
};

const maxCommands = 5;

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'comfortable';

/** The slug of the organization that was opened last; null if there is none. */
export const rememberedSlug = (): string | null => read(keys.slug);

/** The id of an organization to which a user of this browser has signed in; undefined if there is none. */
export function rememberedOrganization(slug: string): number | undefined {
  const id = organizations()[slug];
  return typeof id === 'number' ? id : undefined;
}

export function rememberOrganization(slug: string, org_id: number): void {
  write(keys.slug, slug);
  write(keys.organizations, JSON.stringify({ ...organizations(), [slug]: org_id }));
}

export function rememberedTheme(): Theme {
  const theme = read(keys.theme);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies a theme and stores it for the next visit. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  write(keys.theme, theme);
}

export const rememberedDensity = (): Density =>
  read(keys.density) === 'comfortable' ? 'comfortable' : 'compact';

/** Applies a density and stores it for the next visit. */
export function applyDensity(density: Density): void {
  document.documentElement.dataset.density = density;
  write(keys.density, density);
}

/** The ids of the commands that were chosen last, latest first. */
export const rememberedCommands = (): string[] => read(keys.commands)?.split(' ').filter(Boolean) ?? [];

export function rememberCommand(id: string): void {
  const others = rememberedCommands().filter((one) => one !== id);
  write(keys.commands, [id, ...others].slice(0, maxCommands).join(' '));
}

function organizations(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(read(keys.organizations) ?? '{}');
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}

/** Storage may be disabled. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The preference applies until the tab is closed.
  }
}
