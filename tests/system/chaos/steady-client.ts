import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pod } from '../processes/processes.ts';

/** A higher rate would prove no more and slow the start of processes. */
const everyMs = 160;

/**
 * A client that creates tasks on keep-alive connections and tolerates only refused connections. Behind a load balancer it
 * sends an `Idempotency-Key`, so that nginx may retry a request on another process.
 */
export class SteadyClient {
  readonly created: number[] = [];
  readonly failures: string[] = [];
  readonly #token: string;
  readonly #hasKeys: boolean;
  /** The pods to which a load balancer would route. */
  readonly #ready: () => readonly Pod[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #isStopped = false;

  constructor(token: string, ready: () => readonly Pod[], hasKeys = false) {
    this.#token = token;
    this.#hasKeys = hasKeys;
    this.#ready = ready;
  }

  async work(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const next = sleep(everyMs);
      await this.#create(turn);
      await next;
    }
    this.#agent.destroy();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #create(turn: number): Promise<void> {
    const ready = this.#ready();
    const pod = ready[turn % ready.length] as Pod;
    try {
      const { status, id } = await this.#post(pod);
      if (status === 201) this.created.push(id);
      else this.failures.push(`status ${status}`);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED') this.failures.push(code);
    }
  }

  #post({ port }: Pod): Promise<{ status: number; id: number }> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        ...(this.#hasKeys ? { 'idempotency-key': randomUUID() } : {}),
      };
      const sent = request({ port, agent: this.#agent, method: 'POST', path: '/api/tasks', headers });
      sent.once('error', reject);
      sent.once('response', (response) => {
        json(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, id: (body as any).id }),
          reject,
        );
      });
      sent.end(JSON.stringify({ title: 'Steady' }));
    });
  }
}
