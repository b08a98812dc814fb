import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received. */
export interface LlmRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: { model: string; messages: { role: string; content: unknown }[]; [field: string]: unknown };
}

/** Responds to a request; `before` is the number of earlier requests. */
export type LlmBehaviour = (response: ServerResponse, request: LlmRequest, before: number) => unknown;

/**
 * A fake LLM provider on loopback, with the wire formats of OpenAI (`/v1/chat/completions`) and Anthropic
 * (`/v1/messages`).
 */
export async function startLlmServer(behave: LlmBehaviour) {
  const requests: LlmRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const one = { path: request.url ?? '', headers: request.headers, body };
    requests.push(one);
    await behave(response, one, requests.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Responds with a text in the wire format of the request's path. */
export function sendLlmResponse(
  response: ServerResponse,
  { path, body }: LlmRequest,
  text: string,
  ended = 'stop',
): void {
  const content = path.endsWith('/messages')
    ? anthropicResponse(body, text, ended)
    : openaiResponse(body, text, ended);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

const openaiResponse = ({ model }: LlmRequest['body'], content: string, finish_reason: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model,
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
});

function anthropicResponse({ model, tools }: LlmRequest['body'], text: string, ended: string) {
  const [tool] = (tools ?? []) as { name: string }[];
  const content = tool
    ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input: JSON.parse(text) }
    : { type: 'text', text };
  const reason = { stop: tool ? 'tool_use' : 'end_turn', length: 'max_tokens', content_filter: 'refusal' };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [content],
    stop_reason: reason[ended as keyof typeof reason],
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}

/** Returns the prompt of a request, system text and messages, as JSON. */
export const promptText = ({ body }: LlmRequest): string => JSON.stringify([body.system, body.messages]);
