import { description } from './description.ts';

interface CheckedResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Statuses of errors before routing and of internal errors, which are described once for all operations. */
const undescribedStatuses = new Set([400, 408, 417, 431, 500]);

/**
 * Checks a response against the OpenAPI document: status, headers, content type, and each field of the body.
 *
 * @returns the operation, and the status under which the response is described; undefined if no operation matches
 * @throws Error with the differences
 */
export function checkResponse(
  { method, path }: { method: string; path: string },
  response: CheckedResponse,
): { operation: string; status: string } | undefined {
  const api = description();
  const found = api.find(method.toUpperCase(), path);
  if (!found) return undefined;
  const status = found.operation.responses[response.status] ? String(response.status) : 'default';
  const faults: string[] = [];
  if (status === 'default' && !undescribedStatuses.has(response.status))
    faults.push('has an undescribed status');
  const { headers = {}, content } = api.response(found.operation.responses[status] ?? { description: '' });
  for (const [name, reference] of Object.entries(headers)) {
    const { required, schema } = api.header(reference);
    const value = response.headers.get(name);
    if (value === null && required) faults.push(`has no ${name}`);
    const wrong = value === null ? null : api.findErrors(schema, value);
    if (wrong) faults.push(`${name}: ${wrong}`);
  }
  faults.push(...listBodyErrors(content, response));
  if (faults.length === 0) return { operation: found.name, status };
  const shown = faults.slice(0, 3).map((one) => one.slice(0, 300));
  throw new Error(
    `The response ${response.status} of ${found.name} does not match its description: ${shown.join('; ')}\n${response.text.slice(0, 300)}`,
  );
}

type Content = ReturnType<ReturnType<typeof description>['response']>['content'];

function listBodyErrors(content: Content, { headers, text }: CheckedResponse): string[] {
  if (!content) return text === '' ? [] : ['has a body'];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const described = content[type] ?? content['*/*'];
  if (!described) return [`is ${type || 'without a content type'}`];
  if (type !== 'application/json' || !content[type]) return [];
  const wrong = description().findErrors(described.schema, JSON.parse(text));
  return wrong ? [wrong] : [];
}
