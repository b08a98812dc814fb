import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createTestClient, type TestResponse } from '@wfp/testing';
import type { Pod } from '../processes/processes.ts';
import { pickRandom } from './reconnecting-reader.ts';

interface WriterOptions {
  owners: readonly Client[];
  writers: number;
  writes: number;
  pods: () => readonly Pod[];
  /** Answers by which a pod may ask to try again, for what was done to it. */
  excuses: (pod: Pod) => readonly number[];
}

/** Many clients that write at once, each in one organization, on whichever pod there is. */
export class ConcurrentWriters {
  /** Tasks whose creation was answered 201, each with its organization. */
  readonly created: { org_id: number; id: number }[] = [];
  /** Answers that nobody should get, whatever was killed. */
  readonly unexpectedResponses: string[] = [];
  answered = 0;
  readonly #plan: WriterOptions;
  #left: number;

  constructor(plan: WriterOptions) {
    this.#plan = plan;
    this.#left = plan.writes;
  }

  /** Waits until a share of the writes has been answered. */
  async until(share: number): Promise<void> {
    while (this.answered < this.#plan.writes * share) await pause(5);
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
      const written = this.#step(client, mine, this.#plan.excuses(pod));
      if (await written.catch(() => false)) this.answered += 1;
      else {
        // Nobody knows whether it was written: the pod was killed. It is none of the writes.
        this.#left += 1;
        await pause(10);
      }
    }
  }

  /** Whether it was written, as far as the answer says. */
  async #step(client: Client, mine: number[], excuses: readonly number[]): Promise<boolean> {
    const task = mine.at(-1);
    const chance = Math.random();
    const isDone = (wanted: number, { status, body }: TestResponse) => {
      if (status !== wanted && !excuses.includes(status))
        this.unexpectedResponses.push(`${status} instead of ${wanted}: ${JSON.stringify(body)}`);
      return status === wanted;
    };
    if (task !== undefined && chance < 0.3)
      return isDone(200, await client.call('PATCH', `/tasks/${task}`, { title: `Chaos ${chance}` }));
    if (task !== undefined && chance < 0.5)
      return isDone(201, await client.call('POST', `/tasks/${task}/comments`, { body: 'Chaos' }));
    const answer = await client.call('POST', '/tasks', { title: 'Chaos' });
    if (!isDone(201, answer)) return false;
    mine.push(answer.body.id);
    this.created.push({ org_id: client.user.org_id, id: answer.body.id });
    return true;
  }
}
