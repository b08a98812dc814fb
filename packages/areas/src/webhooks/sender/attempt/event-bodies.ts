import type { Platform } from '@wfp/shared';
import { type EventKey, readBodies } from './event-bodies.lane.store.ts';

/** Request bodies by event id, encoded once for all endpoints. */
type Bodies = ReadonlyMap<number, Buffer>;

/** Limit of all cached bodies together. */
const maxCachedBytes = 8_000_000;

/**
 * A cache of request bodies, shared by all lanes of a process: an event usually goes to several endpoints at about the
 * same time, and is read once for all of them. Events never change.
 */
export class EventBodies {
  readonly #platform: Platform;
  readonly #cached = new Map<string, Buffer>();
  readonly #loading = new Map<string, Promise<Bodies>>();
  #size = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Archived events have no body. */
  async load(org_id: number, events: readonly EventKey[]): Promise<Bodies> {
    const found = new Map<number, Buffer>();
    const missing = new Map<number, EventKey>();
    const loading = new Set<Promise<Bodies>>();
    for (const event of events) {
      const key = cacheKey(org_id, event);
      const body = this.#cached.get(key);
      const promise = this.#loading.get(key);
      if (body !== undefined) found.set(event.event_id, body);
      else if (promise) loading.add(promise);
      else missing.set(event.event_id, event);
    }
    if (missing.size > 0) loading.add(this.#read(org_id, [...missing.values()]));
    if (loading.size === 0) return found;
    for (const bodies of await Promise.all(loading)) {
      for (const { event_id } of events) {
        const body = bodies.get(event_id);
        if (body !== undefined) found.set(event_id, body);
      }
    }
    return found;
  }

  #read(org_id: number, events: readonly EventKey[]): Promise<Bodies> {
    const keys = events.map((event) => cacheKey(org_id, event));
    const reading = this.#readAndCache(org_id, events).finally(() => {
      for (const key of keys) this.#loading.delete(key);
    });
    for (const key of keys) this.#loading.set(key, reading);
    return reading;
  }

  async #readAndCache(org_id: number, events: readonly EventKey[]): Promise<Bodies> {
    const bodies = new Map<number, Buffer>();
    for (const { event_id, body: text } of await readBodies(this.#platform, org_id, events)) {
      const body = Buffer.from(text);
      bodies.set(event_id, body);
      this.#cache(cacheKey(org_id, { event_id }), body);
    }
    return bodies;
  }

  #cache(key: string, body: Buffer): void {
    this.#cached.set(key, body);
    this.#size += body.length;
    for (const [oldest, { length }] of this.#cached) {
      if (this.#size <= maxCachedBytes) return;
      this.#cached.delete(oldest);
      this.#size -= length;
    }
  }
}

const bodies = new WeakMap<Platform, EventBodies>();

export function eventBodies(platform: Platform): EventBodies {
  const known = bodies.get(platform);
  if (known) return known;
  const bodyCache = new EventBodies(platform);
  bodies.set(platform, bodyCache);
  return bodyCache;
}

/** The organization is part of the key: an organization must never get another one's event. */
const cacheKey = (org_id: number, { event_id }: Pick<EventKey, 'event_id'>) => `${org_id}:${event_id}`;
