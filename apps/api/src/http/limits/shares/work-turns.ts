import type { Caller } from '@wfp/shared';
import { Rotation } from './rotation.ts';

type Client = Pick<Caller, 'org_id' | 'user_id' | 'is_unverified'>;

/** The requests of a group that begin in one turn of the event loop together take about this CPU time, or are one. */
const turnMs = 5;
/** The average CPU time of a new group. */
const initialMs = 0.5;
/** The part of a new value in the average. */
const weight = 0.1;
/** Groups whose averages are remembered. */
const maxKept = 1_000;

/** A verified organization, or all unverified ones together: they are free to create. */
interface Group {
  /** The CPU time of one of its pieces of work. */
  averageMs: number;
  /** Requests that began in this turn. */
  begun: number;
  /** By organization and user. */
  waiting: Rotation<() => void>;
}

const mayBegin = ({ begun, averageMs }: Group): boolean => begun === 0 || (begun + 1) * averageMs <= turnMs;

/**
 * Spreads the requests of an organization over turns of the event loop if they take long. Otherwise a request of another
 * organization would wait for all that arrived before, in each of the turns that it needs itself. Requests that wait
 * begin in rotation, so that the requests of one user do not wait for all of another.
 */
export class WorkTurns {
  /** The least recently used first. */
  readonly #groups = new Map<number | 'unverified', Group>();
  readonly #inTurn = new Set<Group>();

  /** Returns undefined if a request may begin in this turn of the event loop, or a promise for a later one. */
  wait(client: Client): Promise<void> | undefined {
    const group = this.#of(client);
    if (this.#inTurn.size === 0) setImmediate(() => this.#startTurn());
    this.#inTurn.add(group);
    if (group.waiting.size > 0 || !mayBegin(group))
      return new Promise((begin) => group.waiting.add([client.org_id, client.user_id], begin));
    group.begun += 1;
    return undefined;
  }

  /** Counts the CPU time of a piece of work. */
  count(client: Client, ms: number): void {
    const group = this.#of(client);
    group.averageMs += (ms - group.averageMs) * weight;
  }

  #of({ org_id, is_unverified }: Client): Group {
    const key = is_unverified ? 'unverified' : org_id;
    const group = this.#groups.get(key) ?? { averageMs: initialMs, begun: 0, waiting: new Rotation() };
    this.#groups.delete(key);
    this.#groups.set(key, group);
    for (const [oldest, { waiting }] of this.#groups) {
      if (this.#groups.size <= maxKept || waiting.size > 0) break;
      this.#groups.delete(oldest);
    }
    return group;
  }

  #startTurn(): void {
    for (const group of this.#inTurn) {
      group.begun = 0;
      while (group.waiting.size > 0 && mayBegin(group)) {
        group.begun += 1;
        group.waiting.take()?.();
      }
      if (group.begun === 0) this.#inTurn.delete(group);
    }
    if (this.#inTurn.size > 0) setImmediate(() => this.#startTurn());
  }
}
