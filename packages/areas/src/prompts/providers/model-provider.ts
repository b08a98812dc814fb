import type { generateText, LanguageModelMiddleware, ModelMessage, wrapLanguageModel } from 'ai';
import { sizeFault } from '../evaluation/output.ts';
import {
  type Answer,
  type Json,
  type Provider,
  ProviderFailure,
  type Question,
  type Usage,
} from '../prompt.ts';
import { UnsupportedOutputMode } from './bounded-fetch.ts';
import { jsonText } from './json-text.ts';

/** A way to make a model answer in JSON. */
export interface OutputMode {
  modelFor(id: string): Promise<Parameters<typeof wrapLanguageModel>[0]['model']>;
  providerOptions?: NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;
}

interface Access {
  name: string;
  /** The models that templates may use; the first one is the default. */
  models: readonly string[];
  /** The strictest first. A server that does not support a mode is asked in the next one. */
  modes: readonly [OutputMode, ...OutputMode[]];
}

export const maxOutputTokens = 4_096;

/** A provider that asks a language model. */
export function modelProvider({ name, models, modes }: Access): Provider {
  /** Index of the first mode that each model has not rejected. */
  const firstMode = new Map<string, number>();

  async function ask(id: string, question: Question, signal: AbortSignal) {
    for (let at = firstMode.get(id) ?? 0; ; at += 1) {
      try {
        return await generate(modes[at] ?? modes[0], id, question, signal);
      } catch (error) {
        const failure = failureFrom(error);
        if (!(failure instanceof UnsupportedOutputMode) || at + 1 >= modes.length) throw failure;
        firstMode.set(id, at + 1);
      }
    }
  }

  return {
    name,
    async answer(question, signal) {
      const id = question.settings.model ?? models[0];
      if (id === undefined || !models.includes(id))
        throw new ProviderFailure('refused', 'The installation does not offer this model');
      return { ...(await ask(id, question, signal)), provider: name, model: id };
    },
  };
}

/** Unwraps JSON, and drops warnings, which the SDK would print for every mode that a server does not support. */
const plainJson: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => {
    const { content, structuredOutputText, ...rest } = await doGenerate();
    return {
      ...rest,
      content: content.map((part) => (part.type === 'text' ? { ...part, text: jsonText(part.text) } : part)),
      ...(structuredOutputText != null && { structuredOutputText: jsonText(structuredOutputText) }),
      warnings: [],
    };
  },
};

async function generate(
  { modelFor, providerOptions }: OutputMode,
  id: string,
  { system, user, schema, settings, repair }: Question,
  abortSignal: AbortSignal,
): Promise<Usage & Pick<Answer, 'output'>> {
  // Loaded on first use: an installation without a model starts without the SDK.
  const { generateText, jsonSchema, NoObjectGeneratedError, Output, wrapLanguageModel } = await import('ai');
  try {
    const result = await generateText({
      model: wrapLanguageModel({ model: await modelFor(id), middleware: plainJson }),
      instructions: system,
      messages: messagesFor(user, repair),
      output: Output.object({ schema: jsonSchema<Json>({ ...schema } as object), name: 'answer' }),
      maxOutputTokens: Math.min(settings.max_output_tokens ?? maxOutputTokens, maxOutputTokens),
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
      ...(providerOptions && { providerOptions }),
      abortSignal,
      maxRetries: 0,
      telemetry: { isEnabled: false },
    });
    const { finishReason, text, usage } = result;
    if (finishReason === 'content-filter' || text === '') throw unusable({ finishReason, text, usage });
    const { output } = result;
    const fault = sizeFault(output);
    if (fault) throw unusable({ finishReason, text, usage }, fault);
    return { output, ...usageFrom(usage) };
  } catch (error) {
    throw NoObjectGeneratedError.isInstance(error) ? unusable(error) : error;
  }
}

function messagesFor(user: string, repair: Question['repair']): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'user', content: user }];
  if (!repair) return messages;
  const said = repair.said.trim();
  if (said) messages.push({ role: 'assistant', content: said });
  return [...messages, { role: 'user', content: correction(repair.fault) }];
}

const correction = (fault: string) => `\
That answer cannot be used: ${fault}. Answer once more with one JSON value that fits the schema, and nothing else.`;

interface Unusable {
  finishReason: string | undefined;
  text: string | undefined;
  usage: Tokens | undefined;
}

function unusable({ finishReason, text = '', usage: tokens }: Unusable, fault?: string): ProviderFailure {
  const usage = usageFrom(tokens);
  if (finishReason === 'content-filter')
    return new ProviderFailure('refused', 'The model declined to answer', { usage });
  const why =
    fault ??
    (finishReason === 'length' ? 'it was cut off, because it exceeds the maximum length' : syntaxFault(text));
  return new ProviderFailure('unusable', `The answer cannot be used: ${why}`, { usage, said: text });
}

const syntaxFault = (text: string) => (text.trim() === '' ? 'it is empty' : 'it is not JSON alone');

type Tokens = { inputTokens?: number | undefined; outputTokens?: number | undefined };

const usageFrom = (tokens: Tokens | undefined): Usage => ({
  input_tokens: tokenCount(tokens?.inputTokens),
  output_tokens: tokenCount(tokens?.outputTokens),
});

/** More than any model reads or writes. A larger or invalid count would corrupt the budget. */
const maxTokens = 100_000_000;

const tokenCount = (tokens: number | undefined): number | null =>
  Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= maxTokens ? Number(tokens) : null;

/** The SDK wraps some of the errors that `fetch` throws; its other errors are about the content of a response. */
function failureFrom(error: unknown): ProviderFailure {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderFailure) return one;
  return new ProviderFailure('unusable', 'The provider answered in a format that is not its own');
}
