export interface Readiness {
  isReady: boolean;
  /** `ok`, `degraded`, or the problem in one or two words. */
  status: string;
  [detail: string]: unknown;
}

interface ProbeResponse {
  status: number;
  body: object;
}

/**
 * Probes for Kubernetes and load balancers:
 *
 * - `/livez`: the process responds. Dependencies are not checked: a restart would not repair them.
 * - `/readyz`: the process can do its work now.
 * - `/startupz`: the process was ready at least once.
 */
export class Probes {
  readonly #checkReadiness: () => Promise<Readiness>;
  #isStarted = false;
  #isDraining = false;

  constructor(checkReadiness: () => Promise<Readiness>) {
    this.#checkReadiness = checkReadiness;
  }

  /** Reports "not ready" from now on. */
  drain(): void {
    this.#isDraining = true;
  }

  /** The response for a path; null if the path is not a probe. */
  respond(path: string): Promise<ProbeResponse> | null {
    if (path === '/livez') return Promise.resolve({ status: 200, body: { status: 'ok' } });
    if (path === '/readyz') return this.#ready();
    if (path === '/startupz') return this.#started();
    return null;
  }

  async #ready(): Promise<ProbeResponse> {
    if (this.#isDraining) return { status: 503, body: { status: 'draining' } };
    const { isReady, ...body } = await this.#checkReadiness();
    this.#isStarted ||= isReady;
    return { status: isReady ? 200 : 503, body };
  }

  async #started(): Promise<ProbeResponse> {
    if (!this.#isStarted) this.#isStarted = (await this.#checkReadiness()).isReady;
    return this.#isStarted
      ? { status: 200, body: { status: 'ok' } }
      : { status: 503, body: { status: 'starting' } };
  }
}
