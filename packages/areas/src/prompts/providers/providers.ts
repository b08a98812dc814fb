import type { Config } from '@wfp/shared/config';
import type { Answer, ModelSettings, Provider } from '../prompt.ts';
import { rulesProvider } from '../rules/rules-provider.ts';
import type { Bounds } from './bounded-fetch.ts';
import { modelProvider } from './model-provider.ts';
import { anthropicWays, openaiWays } from './wire-formats.ts';

const usual: Bounds = { timeoutMs: 30_000, mostBytes: 1024 * 1024 };

/** Finds a provider by its name; without one, the provider of the installation. */
type Providers = (name?: string) => Provider | undefined;

const known = new WeakMap<Config, Providers>();

/** The providers that the operator has set up. */
export function providersOf(config: Config): Providers {
  const found = known.get(config) ?? providersWithin(config, usual);
  known.set(config, found);
  return found;
}

/** The same with bounds of one's own. */
export function providersWithin(config: Config, bounds: Bounds): Providers {
  const offered = new Map<string, Provider>([['rules', rulesProvider]]);
  for (const [name, models] of Object.entries(modelsOf(config))) {
    if (models.length === 0) continue;
    const ways = name === 'openai' ? openaiWays(config, bounds) : anthropicWays(config, bounds);
    offered.set(name, modelProvider({ name, models, ways }));
  }
  return (name = config.PROMPT_PROVIDER) => offered.get(name);
}

/** What may be asked of whom; a provider that cannot be reached offers nothing. */
function modelsOf(config: Config) {
  const hasOpenai = config.PROMPT_OPENAI_API_KEY !== '' || config.PROMPT_OPENAI_BASE_URL !== '';
  return {
    openai: hasOpenai ? config.PROMPT_OPENAI_MODEL : [],
    anthropic: config.PROMPT_ANTHROPIC_API_KEY === '' ? [] : config.PROMPT_ANTHROPIC_MODEL,
  };
}

/** Why a template cannot be answered as its settings want it; null when it can. */
export function modelFault(config: Config, settings: ModelSettings): string | null {
  const name = settings.provider ?? config.PROMPT_PROVIDER;
  const offered = { rules: [], ...modelsOf(config) };
  const models: readonly string[] | undefined = offered[name as keyof typeof offered];
  if (!providersOf(config)(name))
    return `This installation offers no provider of that name: ${names(config)}`;
  if (settings.model === undefined || name === 'rules' || models?.includes(settings.model)) return null;
  return `This installation offers ${models?.join(', ')}`;
}

const names = (config: Config) => {
  const { openai, anthropic } = modelsOf(config);
  const all = ['rules', ...(openai.length ? ['openai'] : []), ...(anthropic.length ? ['anthropic'] : [])];
  return all.join(', ');
};

/** What an answer cost by the operator's prices; null when there is none for its model, or the tokens are not known. */
export function costOf(config: Config, { model, input_tokens, output_tokens }: Answer): number | null {
  const price = Object.hasOwn(config.PROMPT_PRICES, model) ? config.PROMPT_PRICES[model] : undefined;
  if (!price || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}
