import type { Config } from '@wfp/shared/config';
import type { ModelSettings, Provider, ProviderResponse } from '../prompt.ts';
import type { FetchLimits } from './bounded-fetch.ts';
import { modelProvider } from './model-provider.ts';
import { rulesProvider } from './rules-provider.ts';
import { anthropicModes, openaiModes } from './wire-formats.ts';

const defaultLimits: FetchLimits = { timeoutMs: 30_000, maxBytes: 1024 * 1024 };

/** Returns a provider by name, or the default provider; undefined if it is not configured. */
type Providers = (name?: string) => Provider | undefined;

const cachedProviders = new WeakMap<Config, Providers>();

export function getProviders(config: Config): Providers {
  const found = cachedProviders.get(config) ?? createProviders(config, defaultLimits);
  cachedProviders.set(config, found);
  return found;
}

export function createProviders(config: Config, bounds: FetchLimits): Providers {
  const { LLM_PROVIDER: chosen, LLM_MODEL: models } = config;
  const offered = new Map<string, Provider>([['rules', rulesProvider]]);
  if (chosen !== 'rules') {
    const modes = chosen === 'anthropic' ? anthropicModes(config, bounds) : openaiModes(config, bounds);
    offered.set(chosen, modelProvider({ name: chosen, models, modes }));
  }
  return (name = chosen) => offered.get(name);
}

/** Returns the provider of a template; undefined if it is not configured. A constant output needs no model. */
export const providerFor = (config: Config, { provider, output }: ModelSettings): Provider | undefined =>
  output ? rulesProvider : getProviders(config)(provider);

/** True for a provider outside of the service, whose calls may cost money. */
export const isExternal = ({ name }: Provider): boolean => name !== rulesProvider.name;

/** Returns why a template's provider or model is not available; null if it is. */
export function findModelError(config: Config, settings: ModelSettings): string | null {
  const { LLM_PROVIDER: chosen, LLM_MODEL: models } = config;
  const { provider = chosen, model } = settings;
  const offered = chosen === 'rules' ? ['rules'] : ['rules', chosen];
  if (!offered.includes(provider)) return `Must be a configured provider: ${offered.join(', ')}`;
  if (provider === 'rules' || model === undefined || models.includes(model)) return null;
  return `Must be a configured model: ${models.join(', ')}`;
}

/** Returns the cost of a response by the configured prices; null if the price or the token counts are unknown. */
export function computeCost(
  config: Config,
  { model, input_tokens, output_tokens }: ProviderResponse,
): number | null {
  const price = Object.hasOwn(config.LLM_PRICES, model) ? config.LLM_PRICES[model] : undefined;
  if (!price || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}
