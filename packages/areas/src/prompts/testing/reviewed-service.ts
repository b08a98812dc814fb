import { randomUUID } from 'node:crypto';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { type LlmBehaviour, sendLlmResponse, startLlmServer } from '@wfp/testing/llm-server.ts';

const output_schema = {
  type: 'object',
  required: ['verdict'],
  properties: {
    verdict: { enum: ['accept', 'reject'] },
    messages: { type: 'array', items: { type: 'object' }, maxItems: 5 },
    notes: { type: 'string' },
  },
};

/** An answer that lets nothing be written. */
export const rejectingVerdict = {
  verdict: 'reject',
  messages: [
    { field: 'title', message: 'Says nothing about where' },
    { field: 'password', message: 'Has no customer' },
  ],
};

/** A service whose model answers what a test says, and an organization at a time that asks it. */
export class ReviewedService {
  readonly service: TestService;
  readonly llm: Awaited<ReturnType<typeof startLlmServer>>;
  owner!: Client;
  behave: LlmBehaviour = () => undefined;

  private constructor(service: TestService, llm: ReviewedService['llm']) {
    this.service = service;
    this.llm = llm;
  }

  static async start(): Promise<ReviewedService> {
    let judged: ReviewedService | undefined;
    const llm = await startLlmServer((...call) => judged?.behave(...call));
    const model = { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: llm.baseUrl, LLM_MODEL: 'small' };
    judged = new ReviewedService(await startOwnService(model), llm);
    return judged;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.llm.stop();
  }

  /** Begins with an organization that asks nobody, and a model that accepts everything. */
  async reset(): Promise<void> {
    this.owner = await this.service.newOrganization();
    this.llm.asked.length = 0;
    this.respondWith({ verdict: 'accept', notes: 'Looks fine' });
  }

  respondWith(output: object): void {
    this.behave = (response, asked) => sendLlmResponse(response, asked, JSON.stringify(output));
  }

  /** A template that is asked before a task is created, unless the body says otherwise. */
  async template(body: object = {}): Promise<{ id: number }> {
    const { status, body: made } = await this.owner.call('POST', '/prompt-templates', {
      code: `check-${randomUUID().replaceAll(/[^a-f]/g, 'x')}`,
      name: 'Check of titles',
      hook: 'task.pre_create',
      system_text: 'Judge whether the task may be written.',
      user_text: '{{record.title}} / {{record.status}} / {{input}}',
      output_schema,
      ...body,
    });
    if (status !== 201) throw new Error(`A template was not made: ${JSON.stringify(made)}`);
    return made;
  }

  create(title: string, headers: Record<string, string> = {}) {
    return this.owner.call('POST', '/tasks', { title }, headers);
  }

  /** What was said before writes, the latest first. */
  async runs() {
    const { data } = (await this.owner.call('GET', '/prompt-runs')).body;
    return data.filter((run: { hook: string }) => run.hook.includes('pre_'));
  }
}
