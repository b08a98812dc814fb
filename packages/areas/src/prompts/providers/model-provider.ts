import type { generateText, LanguageModelMiddleware, ModelMessage, wrapLanguageModel } from 'ai';
import { findSizeError } from '../evaluation/output.ts';
import {
  type Json,
  type Provider,
  ProviderFailure,
  type ProviderRequest,
  type ProviderResponse,
  type Usage,
} from '../prompt.ts';
import { UnsupportedOutputMode } from './bounded-fetch.ts';
import { jsonText } from './json-text.ts';

/** A method of requesting JSON output from a model. */
export interface OutputMode {
  createModel(id: string): Promise<Parameters<typeof wrapLanguageModel>[0]['model']>;
  providerOptions?: NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;
}

interface ModelProviderOptions {
  name: string;
  /** The models that templates may use; the first is the default. */
  models: readonly string[];
  /** Strictest first. If a server does not support a mode, the next one is used. */
  modes: readonly [OutputMode, ...OutputMode[]];
}

export const maxOutputTokens = 4_096;

export function modelProvider({ name, models, modes }: ModelProviderOptions): Provider {
  /** Index of the first mode that each model has not rejected. */
  const firstMode = new Map<string, number>();

  async function callModel(id: string, request: ProviderRequest, signal: AbortSignal) {
    for (let at = firstMode.get(id) ?? 0; ; at += 1) {
      try {
        return await generate(modes[at] ?? modes[0], id, request, signal);
      } catch (error) {
        const failure = toProviderFailure(error);
        if (!(failure instanceof UnsupportedOutputMode) || at + 1 >= modes.length) throw failure;
        firstMode.set(id, at + 1);
      }
    }
  }

  return {
    name,
    async call(request, signal) {
      const id = request.settings.model ?? models[0];
      if (id === undefined || !models.includes(id))
        throw new ProviderFailure('permanent', 'The model is not configured');
      return { ...(await callModel(id, request, signal)), provider: name, model: id };
    },
  };
}

/** Unwraps JSON, and drops the warnings that the SDK would print for every mode that a server does not support. */
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
  { createModel, providerOptions }: OutputMode,
  id: string,
  { system, user, schema, settings, repair }: ProviderRequest,
  abortSignal: AbortSignal,
): Promise<Usage & Pick<ProviderResponse, 'output'>> {
  // Loaded on first use: an installation without a model starts without the SDK.
  const { generateText, jsonSchema, NoObjectGeneratedError, Output, wrapLanguageModel } = await import('ai');
  try {
    const result = await generateText({
      model: wrapLanguageModel({ model: await createModel(id), middleware: plainJson }),
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
    if (finishReason === 'content-filter' || text === '') throw invalidOutput({ finishReason, text, usage });
    const { output } = result;
    const error = findSizeError(output);
    if (error) throw invalidOutput({ finishReason, text, usage }, error);
    return { output, ...toUsage(usage) };
  } catch (error) {
    throw NoObjectGeneratedError.isInstance(error) ? invalidOutput(error) : error;
  }
}

function messagesFor(user: string, repair: ProviderRequest['repair']): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'user', content: user }];
  if (!repair) return messages;
  const output = repair.output.trim();
  if (output) messages.push({ role: 'assistant', content: output });
  return [...messages, { role: 'user', content: repairMessage(repair.error) }];
}

const repairMessage = (error: string) => `\
That output cannot be used: ${error}. Answer again with one JSON value that matches the schema, and nothing else.`;

interface GenerationResult {
  finishReason: string | undefined;
  text: string | undefined;
  usage: TokenUsage | undefined;
}

function invalidOutput(
  { finishReason, text = '', usage: tokens }: GenerationResult,
  error?: string,
): ProviderFailure {
  const usage = toUsage(tokens);
  if (finishReason === 'content-filter')
    return new ProviderFailure('permanent', 'The model declined to answer', { usage });
  const why =
    error ??
    (finishReason === 'length' ? 'it was cut off, because it exceeds the maximum length' : syntaxError(text));
  return new ProviderFailure('invalid_output', `Invalid output: ${why}`, { usage, outputText: text });
}

const syntaxError = (text: string) => (text.trim() === '' ? 'it is empty' : 'it is not only JSON');

type TokenUsage = { inputTokens?: number | undefined; outputTokens?: number | undefined };

const toUsage = (tokens: TokenUsage | undefined): Usage => ({
  input_tokens: tokenCount(tokens?.inputTokens),
  output_tokens: tokenCount(tokens?.outputTokens),
});

/** The maximum plausible number of tokens. A larger one would corrupt the budget. */
const maxTokens = 100_000_000;

const tokenCount = (tokens: number | undefined): number | null =>
  Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= maxTokens ? Number(tokens) : null;

/** The SDK wraps some of the errors of `fetch`; its other errors concern the content of the response. */
function toProviderFailure(error: unknown): ProviderFailure {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ProviderFailure) return one;
  return new ProviderFailure('invalid_output', 'The provider responded in an unexpected format');
}
