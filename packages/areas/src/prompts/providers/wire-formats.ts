import type { Config } from '@wfp/shared/config';
import { boundedFetch, type FetchLimits } from './bounded-fetch.ts';
import type { OutputMode } from './model-provider.ts';

type OutputModes = readonly [OutputMode, ...OutputMode[]];

/** OpenAI's chat completions: JSON by schema, then any JSON, then plain text that contains JSON. */
export function openaiModes(config: Config, bounds: FetchLimits): OutputModes {
  const baseURL = config.LLM_BASE_URL || 'https://api.openai.com/v1';
  const isOpenai = new URL(baseURL).hostname === 'api.openai.com';
  const mode = (supportsStructuredOutputs: boolean, isPlain = false): OutputMode => ({
    // Loaded on first use: an installation without a model starts without the SDK.
    createModel: async (id) => {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const apiKey = config.LLM_API_KEY || undefined;
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        supportsStructuredOutputs,
        fetch: boundedFetch(bounds),
        transformRequestBody: ({ max_tokens, response_format, ...rest }) => ({
          ...rest,
          // OpenAI's newer models accept only the new name, and other servers only the old one.
          [isOpenai ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
          ...(isPlain ? {} : { response_format }),
        }),
        ...(apiKey && { apiKey }),
      }).chatModel(id);
    },
    // Strict schemas allow no optional property. Every output is validated in `output.ts` anyway.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
  });
  return [mode(true), mode(false), mode(false, true)];
}

/** Anthropic's messages: JSON by schema if the model supports it, otherwise the input of a tool. */
export function anthropicModes(config: Config, bounds: FetchLimits): OutputModes {
  const mode = (structuredOutputMode: string): OutputMode => ({
    createModel: async (id) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        baseURL: config.LLM_BASE_URL || 'https://api.anthropic.com/v1',
        apiKey: config.LLM_API_KEY,
        fetch: boundedFetch(bounds),
      })(id);
    },
    providerOptions: { anthropic: { structuredOutputMode } },
  });
  return [mode('auto'), mode('jsonTool')];
}
