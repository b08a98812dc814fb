import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { adminFolder } from './folders.ts';

/** Browsers of the last two years. */
const target = ['chrome131', 'edge131', 'firefox132', 'safari18.1'];

const theme = { name: 'theme', source: '/src/theme.ts' };

/** Loads the theme as a script that blocks rendering; Vite itself bundles only module scripts, which are deferred. */
function blockingTheme(): Plugin {
  let isBuild = false;
  return {
    name: 'wfp-blocking-theme',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: `${adminFolder}${theme.source}`, name: theme.name });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const fileOf = (name: string) =>
          Object.values(bundle ?? {}).find((one) => one.name === name)?.fileName;
        const file = fileOf(theme.name);
        const attrs = file
          ? { src: `/${file}`, 'data-organization': `/${fileOf('organization')}` }
          : { type: 'module', src: theme.source };
        return [{ tag: 'script', attrs, injectTo: 'head' }];
      },
    },
  };
}

const sources = `${adminFolder}/src/`;

/**
 * The files that are loaded together, each with everything that it imports statically: those of any page, and those of
 * every page of an organization. Separate files for what other pages use too would each cost a request.
 */
const together = [
  ['base', `${sources}main.tsx`],
  ['organization', `${sources}app/organization-page.tsx`],
] as const;

type ModulesOf = (id: string) => readonly string[];

/** A module, and the modules that it imports statically. */
function closureOf(root: string, importsOf: ModulesOf): ReadonlySet<string> {
  const found = new Set([root]);
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  return found;
}

interface ChunkingContext {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** Returns the function that names the file of a module; null if the bundler chooses it. */
function fileNames(): (id: string, context: ChunkingContext) => string | null {
  let closures: (readonly [name: string, modules: ReadonlySet<string>])[] | undefined;
  return (id, context) => {
    // The lists are reused by the bundler, so they are copied.
    closures ??= together.map(([name, root]) => [
      name,
      closureOf(root, (one) => [...(context.getModuleInfo(one)?.importedIds ?? [])]),
    ]);
    return closures.find(([, modules]) => modules.has(id))?.[0] ?? null;
  };
}

/** The options of Vite, for the build and for development. */
export const viteOptions: InlineConfig = {
  root: adminFolder,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), blockingTheme()],
  // Workers are modules, as in development, where they are not bundled.
  worker: { format: 'es' },
  build: {
    target,
    manifest: 'manifest.json',
    // The content security policy permits no data: URLs.
    assetsInlineLimit: 0,
    // All styles are 5 KB compressed: a file for each page would cost more.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: fileNames() }] } },
    },
  },
};
