import type { Caller } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';

type ConnectionCaps = Pick<Config, 'SSE_MAX_PER_CREDENTIAL' | 'SSE_MAX_PER_ORGANIZATION' | 'SSE_MAX_PER_POD'>;

/** Counts the streams of this pod: of each credential, of each organization, and all. */
export class ConnectionLimits {
  readonly #caps: ConnectionCaps;
  readonly #taken = new Map<string, number>();

  constructor(caps: ConnectionCaps) {
    this.#caps = caps;
  }

  /** How many are taken in all. */
  get size(): number {
    return this.#taken.get('pod') ?? 0;
  }

  /** Takes a seat and returns how to give it back, once; null when there is none left. */
  acquire({ org_id, credential }: Pick<Caller, 'org_id' | 'credential'>): (() => void) | null {
    const { SSE_MAX_PER_POD, SSE_MAX_PER_ORGANIZATION, SSE_MAX_PER_CREDENTIAL } = this.#caps;
    const [pod, organization, own] = limitKeys(org_id, credential);
    if (this.#of(pod) >= SSE_MAX_PER_POD) return null;
    if (this.#of(organization) >= SSE_MAX_PER_ORGANIZATION) return null;
    if (this.#of(own) >= SSE_MAX_PER_CREDENTIAL) return null;
    this.#count([pod, organization, own], 1);
    return () => this.#count(limitKeys(org_id, credential), -1);
  }

  #count(keys: readonly string[], by: number): void {
    for (const key of keys) {
      const count = this.#of(key) + by;
      if (count > 0) this.#taken.set(key, count);
      else this.#taken.delete(key);
    }
  }

  #of(key: string): number {
    return this.#taken.get(key) ?? 0;
  }
}

function limitKeys(org_id: number, credential: Caller['credential']): [string, string, string] {
  const own = 'id' in credential ? `${credential.kind}:${credential.id}` : credential.kind;
  return ['pod', `organization:${org_id}`, `credential:${org_id}:${own}`];
}
