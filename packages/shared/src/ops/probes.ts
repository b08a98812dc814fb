/** Whether a process can do its work, and what there is to say about it. */
export interface Readiness {
  isReady: boolean;
  /** `ok`, `degraded`, or what is wrong in a word or two. */
  status: string;
  [detail: string]: unknown;
}

interface ProbeResponse {
  status: number;
  body: object;
}

/**
 * What a process says to those who start, stop and restart it:
 *
 * - `/livez`: it answers. A restart would help nothing else, so nothing else is asked.
 * - `/readyz`: it can do its work now.
 * - `/startupz`: it could once.
 */
export class Probes {
  readonly #judge: () => Promise<Readiness>;
  #isStarted = false;
  #isDraining = false;

  constructor(judge: () => Promise<Readiness>) {
    this.#judge = judge;
  }

  /** Says "not ready" from now on, whatever else is true. */
  drain(): void {
    this.#isDraining = true;
  }

  /** The answer at a path, null where none of the probes is. */
  respond(path: string): Promise<ProbeResponse> | null {
    if (path === '/livez') return Promise.resolve({ status: 200, body: { status: 'ok' } });
    if (path === '/readyz') return this.#ready();
    if (path === '/startupz') return this.#started();
    return null;
  }

  async #ready(): Promise<ProbeResponse> {
    if (this.#isDraining) return { status: 503, body: { status: 'draining' } };
    const { isReady, ...body } = await this.#judge();
    this.#isStarted ||= isReady;
    return { status: isReady ? 200 : 503, body };
  }

  async #started(): Promise<ProbeResponse> {
    if (!this.#isStarted) this.#isStarted = (await this.#judge()).isReady;
    return this.#isStarted
      ? { status: 200, body: { status: 'ok' } }
      : { status: 503, body: { status: 'starting' } };
  }
}
