interface Waiter {
  org_id: number;
  enter(isIn: boolean): void;
}

/**
 * THE SHARES OF A WORKER. How many requests it may have in flight, and who may have how many of them: an organization
 * at most a half, endpoints that hang at most a quarter all together. So neither a large neighbour nor any number of
 * dead receivers keeps the others waiting.
 */
export class InFlight {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #mostHanging: number;
  #taken = 0;
  #hanging = 0;
  readonly #ofOrganization = new Map<number, number>();
  readonly #waiting = new Set<Waiter>();

  constructor(most: number) {
    this.#most = most;
    this.#mostOfOne = Math.max(1, Math.floor(most / 2));
    this.#mostHanging = Math.max(1, Math.floor(most / 4));
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether others wait for places that an organization has. */
  isWanted(org_id: number): boolean {
    if (this.#taken >= this.#most) return this.#waiting.size > 0;
    return [...this.#waiting].some((waiter) => waiter.org_id === org_id);
  }

  /** One place, as soon as there is one, first come first served; false when the wait was given up. */
  async enter(org_id: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.more(org_id, 1) === 1) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { org_id, enter: resolve };
    const giveUp = () => {
      if (this.#waiting.delete(waiter)) resolve(false);
    };
    this.#waiting.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    const isIn = await promise;
    signal.removeEventListener('abort', giveUp);
    return isIn;
  }

  /** The one place of an endpoint that hangs, or none at once: it must not hold up anybody by waiting. */
  enterHanging(org_id: number): boolean {
    if (this.#hanging >= this.#mostHanging || this.more(org_id, 1) === 0) return false;
    this.#hanging += 1;
    return true;
  }

  /** As many places as there are free, up to a number: where one is free, nobody waits who could have it. */
  more(org_id: number, wanted: number): number {
    const free = Math.min(wanted, this.#room(org_id));
    this.#take(org_id, free);
    return free;
  }

  leave(org_id: number, places: number, wasHanging: boolean): void {
    if (wasHanging) this.#hanging -= 1;
    this.#take(org_id, -places);
    for (const waiter of this.#waiting) {
      if (this.#taken >= this.#most) return;
      if (this.#room(waiter.org_id) === 0) continue;
      this.#waiting.delete(waiter);
      this.#take(waiter.org_id, 1);
      waiter.enter(true);
    }
  }

  #room(org_id: number): number {
    const ofOne = this.#ofOrganization.get(org_id) ?? 0;
    return Math.max(0, Math.min(this.#most - this.#taken, this.#mostOfOne - ofOne));
  }

  #take(org_id: number, places: number): void {
    this.#taken += places;
    const ofOne = (this.#ofOrganization.get(org_id) ?? 0) + places;
    if (ofOne === 0) this.#ofOrganization.delete(org_id);
    else this.#ofOrganization.set(org_id, ofOne);
  }
}
