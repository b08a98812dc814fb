import type { Config } from '@wfp/shared/config';
import { type Bounds, boundedFetch } from './bounded-fetch.ts';
import type { Way } from './model-provider.ts';

type Ways = readonly [Way, ...Way[]];

/** OpenAI's chat completions: JSON by a schema, then JSON of any shape, then text that is to be JSON. */
export function openaiWays(config: Config, bounds: Bounds): Ways {
  const baseURL = config.LLM_BASE_URL || 'https://api.openai.com/v1';
  const isOpenai = new URL(baseURL).hostname === 'api.openai.com';
  const way = (supportsStructuredOutputs: boolean, isPlain = false): Way => ({
    // Loaded when somebody is asked: an installation that asks nobody starts without.
    modelOf: async (id) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const apiKey = config.LLM_API_KEY || undefined;
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        supportsStructuredOutputs,
        fetch: boundedFetch(bounds),
        transformRequestBody: ({ max_tokens, response_format, ...rest }) => ({
          ...rest,
          // Its newer models know the bound by its newer name alone, and nobody else knows that one.
          [isOpenai ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
          ...(isPlain ? {} : { response_format }),
        }),
        ...(apiKey && { apiKey }),
      }).chatModel(id);
    },
    // Strict schemas may leave nothing optional; what was answered is judged here in any case.
    options: { openaiCompatible: { strictJsonSchema: false } },
  });
  return [way(true), way(false), way(false, true)];
}

/** Anthropic's messages: JSON by a schema where the model knows that, then the input of a tool. */
export function anthropicWays(config: Config, bounds: Bounds): Ways {
  const way = (structuredOutputMode: string): Way => ({
    modelOf: async (id) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        baseURL: config.LLM_BASE_URL || 'https://api.anthropic.com/v1',
        apiKey: config.LLM_API_KEY,
        fetch: boundedFetch(bounds),
      })(id);
    },
    options: { anthropic: { structuredOutputMode } },
  });
  return [way('auto'), way('jsonTool')];
}
