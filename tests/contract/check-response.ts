import { description } from './description.ts';

interface CheckedResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** What is answered to what never became a request, or by a service that failed: described once for all. */
const undescribedStatuses = new Set([400, 408, 417, 431, 500]);

/**
 * Holds an answer against the description: its status, its headers, its kind of content, and each field of its body.
 * Requests for what there is not are none of its business.
 *
 * @returns the operation, and the name under which the answer is described
 * @throws Error that says what is not as described
 */
export function checkResponse(
  { method, path }: { method: string; path: string },
  answer: CheckedResponse,
): { operation: string; status: string } | undefined {
  const api = description();
  const found = api.find(method.toUpperCase(), path);
  if (!found) return undefined;
  const status = found.operation.responses[answer.status] ? String(answer.status) : 'default';
  const faults: string[] = [];
  if (status === 'default' && !undescribedStatuses.has(answer.status))
    faults.push('has a status that is not described');
  const { headers = {}, content } = api.response(found.operation.responses[status] ?? { description: '' });
  for (const [name, reference] of Object.entries(headers)) {
    const { required, schema } = api.header(reference);
    const value = answer.headers.get(name);
    if (value === null && required) faults.push(`has no ${name}`);
    const wrong = value === null ? null : api.findErrors(schema, value);
    if (wrong) faults.push(`${name}: ${wrong}`);
  }
  faults.push(...listBodyErrors(content, answer));
  if (faults.length === 0) return { operation: found.name, status };
  const shown = faults.slice(0, 3).map((one) => one.slice(0, 300));
  throw new Error(
    `The answer ${answer.status} of ${found.name} is not as described: ${shown.join('; ')}\n${answer.text.slice(0, 300)}`,
  );
}

type Content = ReturnType<ReturnType<typeof description>['response']>['content'];

function listBodyErrors(content: Content, { headers, text }: CheckedResponse): string[] {
  if (!content) return text === '' ? [] : ['has a body'];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const described = content[type] ?? content['*/*'];
  if (!described) return [`is ${type || 'of no kind'}`];
  if (type !== 'application/json' || !content[type]) return [];
  const wrong = description().findErrors(described.schema, JSON.parse(text));
  return wrong ? [wrong] : [];
}
