import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ProviderRequest, Usage } from '../prompt.ts';
import {
  type Json,
  type JsonObject,
  type Provider,
  ProviderFailure,
  type ProviderResponse,
} from '../prompt.ts';
import { inlineReferences, SchemaError } from './output-schema.ts';

const maxOutputBytes = 64 * 1024;
const maxOutputDepth = 32;
const maxRepairCharacters = 8 * 1024;
const maxCachedValidators = 200;

const ajv = new Ajv2020({
  strict: false,
  // The first error alone: how many there are is up to whoever answers.
  allErrors: false,
  validateFormats: false,
  addUsedSchema: false,
});

const compiled = new Map<string, ValidateFunction>();

function getValidator(schema: JsonObject): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  const validator = compile(schema);
  const [oldest] = compiled.keys();
  if (compiled.size >= maxCachedValidators && oldest !== undefined) compiled.delete(oldest);
  compiled.set(text, validator);
  return validator;
}

function compile(schema: JsonObject): ValidateFunction {
  const closed = inlineReferences(schema);
  try {
    return ajv.compile(closed);
  } catch (error) {
    throw new SchemaError(error instanceof Error ? error.message.slice(0, 300) : 'Is no JSON Schema');
  } finally {
    // Ajv keeps every schema that it has seen; the cache here is bounded.
    ajv.removeSchema(closed);
  }
}

/** Why a schema cannot be what answers have to fit; null when it can. */
export function findSchemaError(schema: JsonObject): string | null {
  try {
    getValidator(schema);
    return null;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

/** Why a value is too large to process; null if it is not. */
export function findSizeError(output: Json): string | null {
  // Depth first: serializing a deep value would exhaust the stack.
  if (isDeeper(output, maxOutputDepth)) return 'it is nested more than 32 levels deep';
  return Buffer.byteLength(JSON.stringify(output)) > maxOutputBytes ? 'it is longer than 64 KiB' : null;
}

/** Why a value does not fit a schema; null when it does. */
export function findOutputError(schema: JsonObject, output: Json): string | null {
  const tooLarge = findSizeError(output);
  if (tooLarge) return tooLarge;
  const validate = getValidator(schema);
  if (validate(output)) return null;
  const [error] = validate.errors ?? [];
  const where = error?.instancePath ? `at ${error.instancePath}: ` : '';
  const which = error?.params.additionalProperty ?? error?.params.allowedValues;
  const detail = which === undefined ? '' : ` (${JSON.stringify(which)})`;
  return `${where}${error?.message ?? 'it does not fit'}${detail}`.slice(0, 1_000);
}

const containersIn = (values: readonly Json[]) =>
  values.filter((one) => typeof one === 'object' && one !== null);

function isDeeper(value: Json, maxDepth: number): boolean {
  let level = containersIn([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = containersIn(level.flatMap((one): Json[] => Object.values(one)));
  }
  return false;
}

/**
 * Asks until an answer fits the question's schema, twice at most: the second time with what was wrong.
 *
 * @throws ProviderFailure `unusable` when neither fits, `refused` when the schema cannot be used
 */
export async function callWithRepair(
  provider: Provider,
  question: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const fault = findSchemaError(question.schema);
  if (fault) throw new ProviderFailure('refused', `The output schema cannot be used: ${fault}`);
  const first = await callOnce(provider, question, signal);
  if ('answer' in first) return first.answer;
  const spent = first.usage;
  const again = { ...question, repair: { said: first.said, fault: first.fault } };
  const second = await callOnce(provider, again, signal).catch((error) => {
    throw error instanceof ProviderFailure ? withUsage(error, spent) : error;
  });
  if ('answer' in second) return { ...second.answer, ...addUsage(spent, second.answer) };
  throw new ProviderFailure('unusable', `The answer does not fit the schema: ${second.fault}`, {
    usage: addUsage(spent, second.usage),
  });
}

type Attempt = { answer: ProviderResponse } | { said: string; fault: string; usage: Usage | null };

async function callOnce(
  provider: Provider,
  question: ProviderRequest,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await provider.call(question, signal);
    const fault = findOutputError(question.schema, answer.output);
    if (fault === null) return { answer };
    return { fault, said: JSON.stringify(answer.output).slice(0, maxRepairCharacters), usage: answer };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'unusable' || error.said === null) throw error;
    return { fault: error.message, said: error.said.slice(0, maxRepairCharacters), usage: error.usage };
  }
}

const addTokens = (one: number | null | undefined, other: number | null | undefined) =>
  one == null && other == null ? null : (one ?? 0) + (other ?? 0);

const addUsage = (one: Usage | null, other: Usage | null): Usage => ({
  input_tokens: addTokens(one?.input_tokens, other?.input_tokens),
  output_tokens: addTokens(one?.output_tokens, other?.output_tokens),
});

const withUsage = ({ kind, message, retryAfterMs, usage, said }: ProviderFailure, spent: Usage | null) =>
  new ProviderFailure(kind, message, { retryAfterMs, said, usage: addUsage(spent, usage) });
