import { OrganizationCache } from '@wfp/shared';
import type { RunnableTemplate } from './runnable-template.ts';

/** Identifies the content of a template. The time distinguishes versions with one number after a restored backup. */
export interface TemplateVersion {
  id: number;
  version: number;
  changed_at: number;
}

/** The size of the templates as JSON; the objects take a multiple of it. */
const defaultMaxBytes = 8 * 1024 * 1024;

/** Templates by organization and id, in bounded memory. Those used last are kept. */
export class TemplateCache {
  readonly #templates: OrganizationCache<number, TemplateVersion & { template: RunnableTemplate }>;

  constructor(maxBytes = defaultMaxBytes) {
    this.#templates = new OrganizationCache({ maxBytes });
  }

  get bytes(): number {
    return this.#templates.bytes;
  }

  /** Returns the template; undefined if it is not cached with this content. */
  find(org_id: number, { id, version, changed_at }: TemplateVersion): RunnableTemplate | undefined {
    const found = this.#templates.find(org_id, id);
    return found?.version === version && found.changed_at === changed_at ? found.template : undefined;
  }

  add(org_id: number, which: TemplateVersion, template: RunnableTemplate, bytes: number): void {
    this.#templates.add(org_id, which.id, { ...which, template }, bytes);
  }
}
