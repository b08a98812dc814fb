import type { Config } from '@wfp/shared/config';
import { type ExitCode, runOps } from '../run.ts';

export interface CommandResult {
  code: ExitCode;
  out: string;
  err: string;
  /** Parsed standard output of `--json`. */
  data: any;
}

/**
 * Returns a function that runs `npm run ops` commands in this process.
 *
 * @param answer the reply to prompts; without it there is no terminal
 */
export function createOpsRunner(config: Config, answer?: string) {
  return async (...args: string[]): Promise<CommandResult> => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runOps(args, {
      config: () => config,
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      ask:
        answer === undefined
          ? null
          : async (question) => {
              err.push(question);
              return answer;
            },
    });
    const data = args.includes('--json') && out.length > 0 ? JSON.parse(out.join('')) : null;
    return { code, out: out.join('\n'), err: err.join('\n'), data };
  };
}
