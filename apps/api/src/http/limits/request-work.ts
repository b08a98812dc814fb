import type { Caller, Endpoint, Origin } from '@wfp/shared';
import type { Request } from 'express';
import { arrivedBodyOf, receivedBytesOf } from '../requests/input/compressed-body.ts';
import { threadMs } from '../thread-ms.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * CPU time, in ms, that is counted for a MiB of a response, in addition to the time in which it is serialized: rows are parsed
 * and nested after the handler has waited for the database, between the work of other requests, so this cannot be measured.
 */
export const readMsPerMib = 40;

/** Counts what a request costs this process, for the limits of its client. */
export class RequestWork {
  readonly #limits: RateLimits;
  readonly #caller: Caller | null;
  readonly #origin: Origin;

  constructor(limits: RateLimits, caller: Caller | null, origin: Origin) {
    this.#limits = limits;
    this.#caller = caller;
    this.#origin = origin;
  }

  /** Counts the bytes of a response, and the CPU time in which its rows were read. */
  countResponse(bytes: number): void {
    this.#countBytes(bytes);
    this.#limits.countWork(this.#caller, (bytes / 1024 ** 2) * readMsPerMib);
  }

  /** Runs a part of the request and counts its CPU time, of a function with a promise until it first waits. */
  run<Result>(part: () => Result): Result {
    const from = threadMs();
    try {
      return part();
    } finally {
      this.#countFrom(from);
    }
  }

  /** Counts the bytes of the body, also of one that does not arrive completely, and the CPU time in which the input is parsed and validated. */
  async ofInput<Input>(endpoint: Endpoint, req: Request, read: () => Promise<Input>): Promise<Input> {
    const from = threadMs();
    try {
      return await read();
    } finally {
      const body = arrivedBodyOf(req);
      if (endpoint.body) this.#countBytes(body?.bytes ?? receivedBytesOf(req));
      // While a body arrives, the thread serves other requests.
      if (body || !endpoint.body) this.#countFrom(body?.parsedFrom ?? from);
    }
  }

  #countBytes(bytes: number): void {
    this.#limits.countBytes(this.#caller, this.#origin, bytes);
  }

  #countFrom(from: number): void {
    this.#limits.countWork(this.#caller, threadMs() - from);
  }
}
