import { setTimeout as pause } from 'node:timers/promises';
import { type Client, clientOf } from '@wfp/api/testing';
import type { Pod } from './processes.ts';
import { anyOf } from './wandering-reader.ts';

interface Plan {
  owners: readonly Client[];
  writers: number;
  writes: number;
  pods: () => readonly Pod[];
}

/** Many clients that write at once, each in one organization, on whichever pod there is. */
export class RestlessWriters {
  /** Tasks whose creation was answered 201, each with its organization. */
  readonly created: { org_id: number; id: number }[] = [];
  /** Answers that nobody should get, whatever was killed. */
  readonly faults: string[] = [];
  answered = 0;
  readonly #plan: Plan;
  #left: number;

  constructor(plan: Plan) {
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
      const pod = anyOf(this.#plan.pods());
      const client = clientOf(pod.url, { access_token: owner.token, user: owner.user });
      const done = await this.#step(client, mine).catch(() => false);
      if (done) this.answered += 1;
      else {
        // Nobody knows whether it was written: the pod was killed. It is none of the writes.
        this.#left += 1;
        await pause(10);
      }
    }
  }

  async #step(client: Client, mine: number[]): Promise<boolean> {
    const task = mine.at(-1);
    const chance = Math.random();
    if (task === undefined || chance < 0.5) {
      const { status, body } = await client.call('POST', '/tasks', { title: 'Chaos' });
      this.#expect(201, status, body);
      mine.push(body.id);
      this.created.push({ org_id: client.user.org_id, id: body.id });
    } else if (chance < 0.8) {
      const { status, body } = await client.call('PATCH', `/tasks/${task}`, { title: `Chaos ${chance}` });
      this.#expect(200, status, body);
    } else {
      const { status, body } = await client.call('POST', `/tasks/${task}/comments`, { body: 'Chaos' });
      this.#expect(201, status, body);
    }
    return true;
  }

  #expect(status: number, given: number, body: unknown): void {
    if (given !== status) this.faults.push(`${given} instead of ${status}: ${JSON.stringify(body)}`);
  }
}
