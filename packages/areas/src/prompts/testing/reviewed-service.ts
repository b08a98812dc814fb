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

export const rejectingVerdict = {
  verdict: 'reject',
  messages: [
    { field: 'title', message: 'Says nothing about where' },
    { field: 'password', message: 'Has no customer' },
  ],
};

/** A service with a scripted model, and one organization at a time that uses it. */
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
    let reviewed: ReviewedService | undefined;
    const llm = await startLlmServer((...call) => reviewed?.behave(...call));
    const model = { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: llm.baseUrl, LLM_MODEL: 'small' };
    reviewed = new ReviewedService(await startOwnService(model), llm);
    return reviewed;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.llm.stop();
  }

  /** Starts with a new organization without pre-write templates, and a model that accepts everything. */
  async reset(): Promise<void> {
    this.owner = await this.service.newOrganization();
    this.llm.requests.length = 0;
    this.respondWith({ verdict: 'accept', notes: 'Looks fine' });
  }

  respondWith(output: object): void {
    this.behave = (response, asked) => sendLlmResponse(response, asked, JSON.stringify(output));
  }

  /** Creates a pre-create template, unless the body sets another hook. */
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
    if (status !== 201) throw new Error(`Template was not created: ${JSON.stringify(made)}`);
    return made;
  }

  create(title: string, headers: Record<string, string> = {}) {
    return this.owner.call('POST', '/tasks', { title }, headers);
  }

  async runs() {
    const { data } = (await this.owner.call('GET', '/prompt-runs')).body;
    return data.filter((run: { hook: string }) => run.hook.includes('pre_'));
  }
}
