import type { Platform } from '@wfp/shared';
import { type EventKey, readBodies } from './event-bodies.lane.store.ts';

/** By the ids of events. */
type Bodies = ReadonlyMap<number, string>;

/** In characters, of all cached bodies together. */
const maxCached = 8_000_000;

/**
 * A cache of request bodies that all lanes of a process share: an event usually goes to several endpoints at about the
 * same time, and is read once for all of them. Events never change.
 */
export class EventBodies {
  readonly #platform: Platform;
  readonly #kept = new Map<string, string>();
  readonly #coming = new Map<string, Promise<Bodies>>();
  #size = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The bodies of an organization's events; of one that has been archived there is none. */
  async load(org_id: number, events: readonly EventKey[]): Promise<Bodies> {
    const found = new Map<number, string>();
    const missing = new Map<number, EventKey>();
    const coming = new Set<Promise<Bodies>>();
    for (const event of events) {
      const key = keyOf(org_id, event);
      const body = this.#kept.get(key);
      const promise = this.#coming.get(key);
      if (body !== undefined) found.set(event.event_id, body);
      else if (promise) coming.add(promise);
      else missing.set(event.event_id, event);
    }
    if (missing.size > 0) coming.add(this.#read(org_id, [...missing.values()]));
    if (coming.size === 0) return found;
    for (const bodies of await Promise.all(coming)) {
      for (const { event_id } of events) {
        const body = bodies.get(event_id);
        if (body !== undefined) found.set(event_id, body);
      }
    }
    return found;
  }

  #read(org_id: number, events: readonly EventKey[]): Promise<Bodies> {
    const keys = events.map((event) => keyOf(org_id, event));
    const reading = this.#readAndKeep(org_id, events).finally(() => {
      for (const key of keys) this.#coming.delete(key);
    });
    for (const key of keys) this.#coming.set(key, reading);
    return reading;
  }

  async #readAndKeep(org_id: number, events: readonly EventKey[]): Promise<Bodies> {
    const bodies = new Map<number, string>();
    for (const { event_id, body } of await readBodies(this.#platform, org_id, events)) {
      bodies.set(event_id, body);
      this.#keep(keyOf(org_id, { event_id }), body);
    }
    return bodies;
  }

  /** Evicts the oldest. */
  #keep(key: string, body: string): void {
    this.#kept.set(key, body);
    this.#size += body.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#size <= maxCached) return;
      this.#kept.delete(oldest);
      this.#size -= length;
    }
  }
}

const bodies = new WeakMap<Platform, EventBodies>();

/** The cache of this process. */
export function eventBodies(platform: Platform): EventBodies {
  const known = bodies.get(platform);
  if (known) return known;
  const made = new EventBodies(platform);
  bodies.set(platform, made);
  return made;
}

/** The organization is part of the key: an organization must never get another one's event. */
const keyOf = (org_id: number, { event_id }: Pick<EventKey, 'event_id'>) => `${org_id}:${event_id}`;
