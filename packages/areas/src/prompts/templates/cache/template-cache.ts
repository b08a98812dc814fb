import type { RunnableTemplate } from './runnable-template.ts';

/** Identifies the content of a template. The time distinguishes versions with one number after a restored backup. */
export interface TemplateVersion {
  id: number;
  version: number;
  changed_at: number;
}

interface CachedTemplate extends TemplateVersion {
  template: RunnableTemplate;
  bytes: number;
}

/** The size of the templates as JSON; the objects take a multiple of it. */
const defaultMaxBytes = 8 * 1024 * 1024;
/** One organization cannot replace the templates of all others. */
const organizationShare = 1 / 4;

/** Templates by organization and id, in bounded memory. Those used last are kept. */
export class TemplateCache {
  readonly #organizations = new Map<number, Map<number, CachedTemplate>>();
  readonly #bytesOf = new Map<number, number>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the template; undefined if it is not cached with this content. */
  find(org_id: number, { id, version, changed_at }: TemplateVersion): RunnableTemplate | undefined {
    const templates = this.#organizations.get(org_id);
    const found = templates?.get(id);
    if (!templates || found?.version !== version || found.changed_at !== changed_at) return undefined;
    this.#organizations.delete(org_id);
    this.#organizations.set(org_id, templates);
    templates.delete(id);
    templates.set(id, found);
    return found.template;
  }

  /** Adds a template. Above the limits, removes the oldest of its organization, or of the oldest organization. */
  add(org_id: number, which: TemplateVersion, template: RunnableTemplate, bytes: number): void {
    this.#remove(org_id, which.id);
    const templates = this.#organizations.get(org_id) ?? new Map<number, CachedTemplate>();
    this.#organizations.delete(org_id);
    this.#organizations.set(org_id, templates);
    templates.set(which.id, { ...which, template, bytes });
    this.#count(org_id, bytes);
    while ((this.#bytesOf.get(org_id) ?? 0) > this.#maxBytes * organizationShare) this.#removeOldest(org_id);
    while (this.#bytes > this.#maxBytes) {
      const [oldest] = this.#organizations.keys();
      if (oldest === undefined) return;
      this.#removeOldest(oldest);
    }
  }

  #removeOldest(org_id: number): void {
    const [id] = this.#organizations.get(org_id)?.keys() ?? [];
    if (id !== undefined) this.#remove(org_id, id);
  }

  #remove(org_id: number, id: number): void {
    const templates = this.#organizations.get(org_id);
    const removed = templates?.get(id);
    if (!templates || !removed) return;
    templates.delete(id);
    this.#count(org_id, -removed.bytes);
    if (templates.size > 0) return;
    this.#organizations.delete(org_id);
    this.#bytesOf.delete(org_id);
  }

  #count(org_id: number, bytes: number): void {
    this.#bytes += bytes;
    this.#bytesOf.set(org_id, (this.#bytesOf.get(org_id) ?? 0) + bytes);
  }
}
