import { registerHooks } from 'node:module';
import { inject } from 'vitest';

/** A change of a source file. */
export interface AppliedMutant {
  url: string;
  from: string;
  to: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutant of this run; null for a run without one. */
    mutant: AppliedMutant | null;
  }
}

const mutant = inject('mutant');
if (mutant) {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (url !== mutant.url) return loaded;
      return { ...loaded, source: String(loaded.source).replace(mutant.from, () => mutant.to) };
    },
  });
}
