import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { runInThisContext } from 'node:vm';

// Guides read JSON with `node -pe` about two hundred times, and starting Node was half of their cost. The program below
// is found first on the PATH as `node` and sends those expressions to this process, which evaluates them. For other
// arguments, it runs Node.

/** Evaluates `node -pe` expressions for shells. */
export interface QuickNode {
  /** Shell code that puts the program below on the PATH. */
  prelude: string;
  stop(): Promise<void>;
}

const program = (port: number) => `#!/bin/bash
if [ "$1" != -pe ] || [[ "$2" != "JSON.parse(require('fs').readFileSync(0))"* ]]; then
  exec '${process.execPath}' "$@"
fi
input=$(</dev/stdin)
exec 9<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0%s\\0' "$2" "$input" >&9
read -r status <&9
[ "$status" = 0 ] || exec 1>&2
cat <&9
exit "$status"
`;

/** Returns the exit code of `node -pe` in the first line, then its output. */
function evaluated(expression: string, input: string): string {
  try {
    const value = runInThisContext(`(require) => (${expression})`)(() => ({ readFileSync: () => input }));
    return `0\n${typeof value === 'string' ? value : inspect(value)}\n`;
  } catch (error) {
    return `1\n${(error as Error).stack}\n`;
  }
}

async function answer(socket: Socket): Promise<void> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const part of socket) {
    text += part;
    const [expression, input, end] = text.split('\0');
    if (end !== undefined) return void socket.end(evaluated(expression ?? '', input ?? ''));
  }
}

export async function startQuickNode(): Promise<QuickNode> {
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-quick-node-'));
  const { port } = server.address() as { port: number };
  await writeFile(path.join(folder, 'node'), program(port), { mode: 0o755 });
  return {
    prelude: `PATH=${folder}:$PATH\n`,
    stop: async () => {
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true });
    },
  };
}
