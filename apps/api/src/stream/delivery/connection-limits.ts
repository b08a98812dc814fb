import type { Caller } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';

type ConnectionCaps = Pick<Config, 'SSE_MAX_PER_CREDENTIAL' | 'SSE_MAX_PER_ORGANIZATION' | 'SSE_MAX_PER_POD'>;

/** Limits the streams of this pod: per credential, per organization, and in total. */
export class ConnectionLimits {
  readonly #caps: ConnectionCaps;
  readonly #counts = new Map<string, number>();

  constructor(caps: ConnectionCaps) {
    this.#caps = caps;
  }

  /** The total number of streams. */
  get size(): number {
    return this.#counts.get('pod') ?? 0;
  }

  /** Counts a stream and returns a function to release it (call it once), or null if a limit is reached. */
  acquire({ org_id, credential }: Pick<Caller, 'org_id' | 'credential'>): (() => void) | null {
    const { SSE_MAX_PER_POD, SSE_MAX_PER_ORGANIZATION, SSE_MAX_PER_CREDENTIAL } = this.#caps;
    const [pod, organization, own] = limitKeys(org_id, credential);
    if (this.#countOf(pod) >= SSE_MAX_PER_POD) return null;
    if (this.#countOf(organization) >= SSE_MAX_PER_ORGANIZATION) return null;
    if (this.#countOf(own) >= SSE_MAX_PER_CREDENTIAL) return null;
    this.#addTo([pod, organization, own], 1);
    return () => this.#addTo(limitKeys(org_id, credential), -1);
  }

  #addTo(keys: readonly string[], by: number): void {
    for (const key of keys) {
      const count = this.#countOf(key) + by;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

function limitKeys(org_id: number, credential: Caller['credential']): [string, string, string] {
  const own = 'id' in credential ? `${credential.kind}:${credential.id}` : credential.kind;
  return ['pod', `organization:${org_id}`, `credential:${org_id}:${own}`];
}
