import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  trace_id: string;
  span_id: string;
  parent_id: string;
  name: string;
  /** Strings and integers of the resource and the span. */
  attributes: Record<string, string | number>;
}

type Field = readonly [number: number, value: Buffer | number];

/** Iterates over the fields of a Protocol Buffers message. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag & 7;
    const value = wire === 0 ? varint() : wire === 2 ? bytes(varint()) : bytes(wire === 1 ? 8 : 4);
    yield [tag >> 3, value];
  }
}

const submessages = (message: Buffer, number: number): Buffer[] =>
  [...fieldsOf(message)].flatMap(([field, value]) => (field === number ? [value as Buffer] : []));
const textAt = (message: Buffer, number: number) => submessages(message, number)[0]?.toString('utf8') ?? '';
const hexAt = (message: Buffer, number: number) => submessages(message, number)[0]?.toString('hex') ?? '';

function attributesOf(message: Buffer, number: number): Record<string, string | number> {
  const pairs = submessages(message, number).map((pair) => {
    const [[kind, value] = [0, 0]] = fieldsOf(submessages(pair, 2)[0] ?? Buffer.alloc(0));
    return [textAt(pair, 1), kind === 1 ? String(value) : typeof value === 'number' ? value : ''] as const;
  });
  return Object.fromEntries(pairs);
}

/** The spans of an `ExportTraceServiceRequest`. */
function spansOf(request: Buffer): ReceivedSpan[] {
  return submessages(request, 1).flatMap((resourceSpans) => {
    const resource = attributesOf(submessages(resourceSpans, 1)[0] ?? Buffer.alloc(0), 1);
    return submessages(resourceSpans, 2)
      .flatMap((scopeSpans) => submessages(scopeSpans, 2))
      .map((span) => ({
        trace_id: hexAt(span, 1),
        span_id: hexAt(span, 2),
        parent_id: hexAt(span, 4),
        name: textAt(span, 5),
        attributes: { ...resource, ...attributesOf(span, 9) },
      }));
  });
}

/** Starts a collector of OTLP traces over HTTP on loopback. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    if (req.url === '/v1/traces') spans.push(...spansOf(Buffer.concat(chunks)));
    res.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
