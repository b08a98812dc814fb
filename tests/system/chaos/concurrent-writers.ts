import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createTestClient, type TestResponse } from '@wfp/testing';
import type { Pod } from '../processes/processes.ts';
import { pickRandom } from './reconnecting-reader.ts';

interface WriterOptions {
  owners: readonly Client[];
  writers: number;
  writes: number;
  pods: () => readonly Pod[];
  /** Statuses with which a disturbed pod may ask for a retry. */
  allowedStatuses: (pod: Pod) => readonly number[];
}

/** Many concurrent clients, each writing in one organization on random pods. */
export class ConcurrentWriters {
  /** Tasks whose creation was answered with 201. */
  readonly created: { org_id: number; id: number }[] = [];
  /** Descriptions of responses that are wrong even while processes are killed. */
  readonly unexpectedResponses: string[] = [];
  answered = 0;
  readonly #plan: WriterOptions;
  #left: number;

  constructor(plan: WriterOptions) {
    this.#plan = plan;
    this.#left = plan.writes;
  }

  /** Waits until a share (0 to 1) of the writes has been answered. */
  async until(share: number): Promise<void> {
    while (this.answered < this.#plan.writes * share) await sleep(5);
  }

  async run(): Promise<void> {
    const { owners, writers } = this.#plan;
    await Promise.all(
      Array.from({ length: writers }, (_, index) => this.#write(owners[index % owners.length] as Client)),
    );
  }

  async #write(owner: Client): Promise<void> {
    const mine: number[] = [];
    while (this.#left > 0) {
      this.#left -= 1;
      const pod = pickRandom(this.#plan.pods());
      const client = createTestClient(pod.url, { access_token: owner.token, user: owner.user });
      const written = this.#step(client, mine, this.#plan.allowedStatuses(pod));
      if (await written.catch(() => false)) this.answered += 1;
      else {
        // Not confirmed, because the pod was killed or asked for a retry: write once more.
        this.#left += 1;
        await sleep(10);
      }
    }
  }

  /** @returns true if the response confirms the write */
  async #step(client: Client, mine: number[], allowedStatuses: readonly number[]): Promise<boolean> {
    const task = mine.at(-1);
    const chance = Math.random();
    const hasStatus = (expected: number, { status, body }: TestResponse) => {
      if (status !== expected && !allowedStatuses.includes(status))
        this.unexpectedResponses.push(`${status} instead of ${expected}: ${JSON.stringify(body)}`);
      return status === expected;
    };
    if (task !== undefined && chance < 0.3)
      return hasStatus(200, await client.call('PATCH', `/tasks/${task}`, { title: `Chaos ${chance}` }));
    if (task !== undefined && chance < 0.5)
      return hasStatus(201, await client.call('POST', `/tasks/${task}/comments`, { body: 'Chaos' }));
    const response = await client.call('POST', '/tasks', { title: 'Chaos' });
    if (!hasStatus(201, response)) return false;
    mine.push(response.body.id);
    this.created.push({ org_id: client.user.org_id, id: response.body.id });
    return true;
  }
}
