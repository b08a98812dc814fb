import { z } from 'zod';

function isBare(text: string): boolean {
  const url = URL.parse(text);
  return !url || (url.username === '' && url.search === '');
}

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL' })
  .refine(isBare, 'Must hold no password and no query')
  .transform((text) => text.replace(/\/+$/, ''))
  .or(z.literal(''))
  .default('');

/** The first is asked unless a template names another one of them. */
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

/** Who answers prompt hooks, and how it is reached. */
export const llmKeys = {
  LLM_PROVIDER: z.enum(['rules', 'openai-compatible', 'anthropic']).default('rules'),
  /** Up to and with the version, e.g. http://ollama:11434/v1. Empty: OpenAI's or Anthropic's own. */
  LLM_BASE_URL: baseUrl,
  LLM_API_KEY: z.string().default(''),
  LLM_MODEL: models,
  /** What a million tokens of a model cost, for the costs that runs show. */
  LLM_PRICES: prices,
  /** How many days runs of prompts stay after they are over. */
  PROMPT_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
};

/** What the chosen provider cannot be asked without. Servers of one's own often want no key. */
export function llmGaps({
  LLM_PROVIDER: provider,
  ...given
}: z.output<z.ZodObject<typeof llmKeys>>): string[] {
  if (provider === 'rules') return [];
  const gaps: string[] = [];
  if (given.LLM_MODEL.length === 0) gaps.push('LLM_MODEL');
  if (given.LLM_API_KEY === '' && (provider === 'anthropic' || given.LLM_BASE_URL === ''))
    gaps.push('LLM_API_KEY');
  return gaps.map((name) => `${name} is missing: LLM_PROVIDER=${provider} needs it`);
}
