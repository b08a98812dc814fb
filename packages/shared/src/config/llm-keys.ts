import { z } from 'zod';

function isBare(text: string): boolean {
  const url = URL.parse(text);
  return !url || (url.username === '' && url.search === '');
}

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL' })
  .refine(isBare, 'Must not contain a user name, a password or a query')
  .transform((text) => text.replace(/\/+$/, ''))
  .or(z.literal(''))
  .default('');

/** Names of models. The first is used unless a template names another. */
const models = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );

const Prices = z.record(
  z.string(),
  z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() }),
);

const prices = z
  .string()
  .default('{}')
  .transform((text, context) => {
    const parsed = Prices.safeParse(jsonOf(text));
    if (parsed.success) return parsed.data;
    context.addIssue('Must be JSON such as {"gpt-5-mini":{"input":0.25,"output":2}}');
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The provider of prompt hooks. */
export const llmKeys = {
  LLM_PROVIDER: z
    .enum(['rules', 'openai-compatible', 'anthropic'])
    .default('rules')
    .describe('Provider of [prompt hooks](prompts.md). `rules` is built in: no data leaves the service.'),
  LLM_BASE_URL: baseUrl.describe(
    "URL of another server with the provider's protocol, with the version in its path: `http://ollama:11434/v1`. If unset, the server of " +
      'OpenAI or Anthropic.',
  ),
  LLM_API_KEY: z
    .string()
    .default('')
    .describe(
      'API key of the provider. Required unless the provider is `rules`, or `openai-compatible` with `LLM_BASE_URL`.',
    ),
  LLM_MODEL: models.describe(
    'Default model, followed by other models that templates may select, separated by commas. Required unless the ' +
      'provider is `rules`.',
  ),
  LLM_PRICES: prices.describe(
    'Price of a million tokens by model, for the costs shown in runs: `{"gpt-5-mini":{"input":0.25,"output":2}}`.',
  ),
  PROMPT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .describe('Days for which finished prompt runs are stored, with their requests and responses.'),
};

/** The missing variables of the chosen provider. Self-hosted servers often need no key. */
export function missingLlmKeys({
  LLM_PROVIDER: provider,
  ...given
}: z.output<z.ZodObject<typeof llmKeys>>): string[] {
  if (provider === 'rules') return [];
  const gaps: string[] = [];
  if (given.LLM_MODEL.length === 0) gaps.push('LLM_MODEL');
  if (given.LLM_API_KEY === '' && (provider === 'anthropic' || given.LLM_BASE_URL === ''))
    gaps.push('LLM_API_KEY');
  return gaps.map((name) => `${name} is missing: LLM_PROVIDER=${provider} requires it`);
}
