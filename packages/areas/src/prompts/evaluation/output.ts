import type { ProviderRequest, Usage } from '../prompt.ts';
import {
  type Json,
  type JsonObject,
  type Provider,
  ProviderFailure,
  type ProviderResponse,
} from '../prompt.ts';
import { getValidator, type Validator } from './compiling/validators.ts';
import { countValues, inlineReferences, limitsOfNew, SchemaError } from './output-schema.ts';

const maxOutputBytes = 64 * 1024;
const maxOutputDepth = 32;
const maxRepairCharacters = 8 * 1024;
/** Bounds the comparisons of one validation: the numbers of values in schema and output, multiplied. */
const maxComparisons = 5_000_000;

/** Returns why a schema cannot be used for outputs; null if it can. Compiles a schema that is not cached. */
export const findSchemaError = (schema: JsonObject, org_id?: number): string | null =>
  catchSchemaError(() => getValidator(schema, org_id));

/** Returns why a schema may not be saved, as far as can be found without compiling it; null if it may. */
export const findLimitError = (schema: JsonObject): string | null =>
  catchSchemaError(() => inlineReferences(schema, limitsOfNew));

function catchSchemaError(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

/** Returns why a value is too large to process; null if it is not. */
export function findSizeError(output: Json, maxBytes = maxOutputBytes): string | null {
  // The depth is checked first: serializing a deep value would exhaust the stack.
  if (isDeeper(output, maxOutputDepth)) return 'it is nested more than 32 levels deep';
  const isTooLong = Buffer.byteLength(JSON.stringify(output)) > maxBytes;
  return isTooLong ? `it is longer than ${maxBytes / 1024} KiB` : null;
}

/** Returns why a value does not match a schema; null if it does. */
export const findOutputError = (schema: JsonObject, output: Json): string | null =>
  findSizeError(output) ?? findMismatch(getValidator(schema), output);

function findMismatch({ validate, values }: Validator, output: Json): string | null {
  if (values * countValues(output) > maxComparisons)
    return `it has too many values for a schema of ${values.toLocaleString('en')} values: ${countValues(output).toLocaleString('en')}`;
  if (validate(output)) return null;
  const [error] = validate.errors ?? [];
  const where = error?.instancePath ? `at ${error.instancePath}: ` : '';
  const which = error?.params.additionalProperty ?? error?.params.allowedValues;
  const detail = which === undefined ? '' : ` (${JSON.stringify(which)})`;
  return `${where}${error?.message ?? 'it does not match'}${detail}`.slice(0, 1_000);
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
 * Calls the provider for an output that matches the schema. If the output does not match, calls it once more with the
 * error. A constant output was validated when it was saved.
 *
 * @throws ProviderFailure `invalid_output` if neither output matches, `permanent` if the schema cannot be used;
 * failures of the provider
 */
export async function callWithRepair(
  provider: Provider,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  if (request.settings.output) return provider.call(request, signal);
  const error = findSchemaError(request.schema);
  if (error) throw new ProviderFailure('permanent', `Invalid output schema: ${error}`);
  // Used for both calls, so that the schema is not compiled again if it is evicted in between.
  const validator = getValidator(request.schema);
  const callOnce = (one: ProviderRequest) => callValidated(provider, one, validator, signal);
  const first = await callOnce(request);
  if ('response' in first) return first.response;
  const spent = first.usage;
  const again = { ...request, repair: { output: first.output, error: first.error } };
  const second = await callOnce(again).catch((error) => {
    throw error instanceof ProviderFailure ? withUsage(error, spent) : error;
  });
  if ('response' in second) return { ...second.response, ...addUsage(spent, second.response) };
  throw new ProviderFailure('invalid_output', `The output does not match the schema: ${second.error}`, {
    usage: addUsage(spent, second.usage),
  });
}

type Attempt = { response: ProviderResponse } | { output: string; error: string; usage: Usage | null };

async function callValidated(
  provider: Provider,
  request: ProviderRequest,
  validator: Validator,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    const response = await provider.call(request, signal);
    const error = findSizeError(response.output) ?? findMismatch(validator, response.output);
    if (error === null) return { response };
    return { error, output: JSON.stringify(response.output).slice(0, maxRepairCharacters), usage: response };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'invalid_output' || error.outputText === null)
      throw error;
    return {
      error: error.message,
      output: error.outputText.slice(0, maxRepairCharacters),
      usage: error.usage,
    };
  }
}

const addTokens = (one: number | null | undefined, other: number | null | undefined) =>
  one == null && other == null ? null : (one ?? 0) + (other ?? 0);

const addUsage = (one: Usage | null, other: Usage | null): Usage => ({
  input_tokens: addTokens(one?.input_tokens, other?.input_tokens),
  output_tokens: addTokens(one?.output_tokens, other?.output_tokens),
});

const withUsage = (
  { kind, message, retryAfterMs, usage, outputText }: ProviderFailure,
  spent: Usage | null,
) => new ProviderFailure(kind, message, { retryAfterMs, outputText, usage: addUsage(spent, usage) });
