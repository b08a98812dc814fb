import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const help = { help: { type: 'boolean', short: 'h' } } as const;

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/**
 * Parses the arguments of a command. With `--help`, prints the usage and exits with 0, so call it before the command
 * does anything else. With arguments that the command does not have, prints the problem and the usage and exits with 2.
 *
 * @param usage a text that begins with `Usage:`
 */
export function readArguments<const Options extends ParseArgsOptionsConfig = Record<never, never>>({
  usage,
  options = {} as Options,
  allowPositionals = false,
}: {
  usage: string;
  options?: Options;
  allowPositionals?: boolean;
}): Parsed<Options> {
  const args = process.argv.slice(2);
  // Unknown options before `--help` do not hide it.
  const { values } = parseArgs({ args, options: { ...options, ...help }, strict: false });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals }) as Parsed<Options>;
  } catch (error) {
    exitWithUsage(usage, (error as Error).message.split('. ')[0] ?? 'Invalid arguments');
  }
}

/** Reports wrong arguments: prints the problem and the usage to standard error and exits with 2. */
export function exitWithUsage(usage: string, problem: string): never {
  process.stderr.write(`${problem}\n${usage}\n`);
  process.exit(2);
}
