import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type Answer, type Provider, ProviderFailure, type Question, type Usage } from '../prompt.ts';
import { WayRefused } from './bounded-fetch.ts';
import { jsonIn } from './json-answer.ts';

/** A model behind one of the wire formats that the SDK speaks. */
export type Model = Pick<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>, 'doGenerate'>;
type Call = Parameters<Model['doGenerate']>[0];
type Result = Awaited<ReturnType<Model['doGenerate']>>;

/** One way to make a model answer in JSON. */
export interface Way {
  modelOf(id: string): Promise<Model>;
  options?: Call['providerOptions'];
}

interface Access {
  name: string;
  /** Those that may be asked; the first one unless a template says otherwise. */
  models: readonly string[];
  /** The strictest first: a server that knows one less of them is asked in the next way. */
  ways: readonly [Way, ...Way[]];
}

export const mostOutputTokens = 4_096;

/** A provider that asks a language model. */
export function modelProvider({ name, models, ways }: Access): Provider {
  /** How many ways each model was found not to know. */
  const skipped = new Map<string, number>();

  async function ask(id: string, call: Call): Promise<Result> {
    for (let at = skipped.get(id) ?? 0; ; at += 1) {
      const way = ways[at] ?? ways[0];
      try {
        const model = await way.modelOf(id);
        return await model.doGenerate({ ...call, ...(way.options && { providerOptions: way.options }) });
      } catch (error) {
        const failure = failureOf(error);
        if (!(failure instanceof WayRefused) || at + 1 >= ways.length) throw failure;
        skipped.set(id, at + 1);
      }
    }
  }

  return {
    name,
    async answer(question, signal) {
      const id = question.settings.model ?? models[0];
      if (id === undefined || !models.includes(id))
        throw new ProviderFailure('refused', 'The installation does not offer this model');
      return { ...answerIn(await ask(id, callOf(question, signal))), provider: name, model: id };
    },
  };
}

function callOf({ system, user, schema, settings, repair }: Question, abortSignal: AbortSignal): Call {
  const says = (text: string) => [{ type: 'text' as const, text }];
  const prompt: Call['prompt'] = [
    { role: 'system', content: system },
    { role: 'user', content: says(user) },
  ];
  if (repair) {
    const { said, fault } = repair;
    if (said.trim()) prompt.push({ role: 'assistant', content: says(said.trim()) });
    prompt.push({ role: 'user', content: says(correction(fault)) });
  }
  return {
    prompt,
    responseFormat: { type: 'json', schema, name: 'answer' },
    maxOutputTokens: Math.min(settings.max_output_tokens ?? mostOutputTokens, mostOutputTokens),
    temperature: settings.temperature,
    abortSignal,
  } as Call;
}

const correction = (fault: string) => `\
That answer cannot be used: ${fault}. Answer once more with one JSON value that fits the schema, and nothing else.`;

function answerIn({ content, finishReason, usage }: Result): Usage & Pick<Answer, 'output'> {
  const spent = {
    input_tokens: counted(usage.inputTokens.total),
    output_tokens: counted(usage.outputTokens.total),
  };
  if (finishReason.unified === 'content-filter')
    throw new ProviderFailure('refused', 'The model declined to answer', { usage: spent });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const output = jsonIn(text);
  if (output !== undefined) return { output, ...spent };
  const fault =
    finishReason.unified === 'length'
      ? 'it was cut off, for it is longer than it may be'
      : text.trim() === ''
        ? 'it is empty'
        : 'it is not JSON alone';
  throw new ProviderFailure('unusable', `The answer cannot be used: ${fault}`, { usage: spent, said: text });
}

/** More than any model takes or says; what is no such number cannot be kept, and would upset the budget. */
const mostTokens = 100_000_000;

const counted = (tokens: number | undefined): number | null =>
  Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= mostTokens ? Number(tokens) : null;

/** The SDK wraps some of what `fetch` throws; everything else that it throws is about what was answered. */
function failureOf(error: unknown): ProviderFailure {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderFailure) return one;
  return new ProviderFailure('unusable', 'The provider answered in a format that is not its own');
}
