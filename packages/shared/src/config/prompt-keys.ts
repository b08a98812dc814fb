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

/** Who answers prompt hooks, and how they are reached. */
export const promptKeys = {
  PROMPT_PROVIDER: z.enum(['rules', 'openai', 'anthropic']).default('rules'),
  /** Any server that speaks OpenAI's chat completions, up to and with its version, e.g. http://ollama:11434/v1. */
  PROMPT_OPENAI_BASE_URL: baseUrl,
  PROMPT_OPENAI_API_KEY: z.string().default(''),
  PROMPT_OPENAI_MODEL: models,
  PROMPT_ANTHROPIC_BASE_URL: baseUrl,
  PROMPT_ANTHROPIC_API_KEY: z.string().default(''),
  PROMPT_ANTHROPIC_MODEL: models,
  /** What a million tokens of a model cost, for the costs that runs show. */
  PROMPT_PRICES: prices,
};

type PromptConfig = z.output<z.ZodObject<typeof promptKeys>>;

/** What the chosen provider cannot be asked without. */
export function promptGaps(config: PromptConfig): string[] {
  const { PROMPT_PROVIDER: provider } = config;
  if (provider === 'rules') return [];
  const gaps: string[] = [];
  const needs = (name: keyof PromptConfig, isThere: boolean) => {
    if (!isThere) gaps.push(`${name} is missing: PROMPT_PROVIDER=${provider} needs it`);
  };
  if (provider === 'openai') {
    // Servers of one's own often want no key.
    const isReachable = config.PROMPT_OPENAI_API_KEY !== '' || config.PROMPT_OPENAI_BASE_URL !== '';
    needs('PROMPT_OPENAI_API_KEY', isReachable);
    needs('PROMPT_OPENAI_MODEL', config.PROMPT_OPENAI_MODEL.length > 0);
  } else {
    needs('PROMPT_ANTHROPIC_API_KEY', config.PROMPT_ANTHROPIC_API_KEY !== '');
    needs('PROMPT_ANTHROPIC_MODEL', config.PROMPT_ANTHROPIC_MODEL.length > 0);
  }
  return gaps;
}
