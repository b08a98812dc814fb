import type { Config } from '@wfp/shared/config';
import type { ModelSettings, Provider, ProviderResponse } from '../prompt.ts';
import type { FetchLimits } from './bounded-fetch.ts';
import { modelProvider } from './model-provider.ts';
import { rulesProvider } from './rules-provider.ts';
import { anthropicModes, openaiModes } from './wire-formats.ts';

const defaultLimits: FetchLimits = { timeoutMs: 30_000, maxBytes: 1024 * 1024 };

/** Finds a provider by its name; without one, the provider of the installation. */
type Providers = (name?: string) => Provider | undefined;

const cachedProviders = new WeakMap<Config, Providers>();

/** The providers that the operator has set up. */
export function getProviders(config: Config): Providers {
  const found = cachedProviders.get(config) ?? createProviders(config, defaultLimits);
  cachedProviders.set(config, found);
  return found;
}

/** The same with bounds of one's own. */
export function createProviders(config: Config, bounds: FetchLimits): Providers {
  const { LLM_PROVIDER: chosen, LLM_MODEL: models } = config;
  const offered = new Map<string, Provider>([['rules', rulesProvider]]);
  if (chosen !== 'rules') {
    const modes = chosen === 'anthropic' ? anthropicModes(config, bounds) : openaiModes(config, bounds);
    offered.set(chosen, modelProvider({ name: chosen, models, modes }));
  }
  return (name = chosen) => offered.get(name);
}

/** Why nobody can answer as a template's settings want it; null when somebody can. */
export function findModelError(config: Config, settings: ModelSettings): string | null {
  const { LLM_PROVIDER: chosen, LLM_MODEL: models } = config;
  const { provider = chosen, model } = settings;
  const offered = chosen === 'rules' ? ['rules'] : ['rules', chosen];
  if (!offered.includes(provider)) return `This installation offers the providers ${offered.join(', ')}`;
  if (provider === 'rules' || model === undefined || models.includes(model)) return null;
  return `This installation offers the models ${models.join(', ')}`;
}

/** What an answer cost by the operator's prices; null when there is none for its model, or the tokens are not known. */
export function computeCost(
  config: Config,
  { model, input_tokens, output_tokens }: ProviderResponse,
): number | null {
  const price = Object.hasOwn(config.LLM_PRICES, model) ? config.LLM_PRICES[model] : undefined;
  if (!price || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}
