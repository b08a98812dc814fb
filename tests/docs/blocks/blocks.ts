import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A fenced block of a page. */
export interface Block {
  file: string;
  line: number;
  language: string;
  code: string;
}

/** Guides whose `sh` blocks are pasted into a shell one after the other; a `text` block is the expected output. */
export const shellGuides = [
  'docs/http.md',
  'docs/accounts.md',
  'docs/access.md',
  'docs/tasks.md',
  'docs/people.md',
  'docs/company-setup.md',
  'docs/company.md',
  'docs/navigation.md',
  'docs/announcements.md',
  'docs/exports.md',
  'docs/events.md',
  'docs/prompts.md',
];
const drawn = ['README.md', 'docs/architecture.md', 'docs/metrics.md'];
const clientGuides = ['docs/client.md', 'packages/client/README.md'];
const commanded = [
  'bench/README.md',
  'deploy/kubernetes/README.md',
  'docs/backup.md',
  'docs/operations.md',
  'docs/retention.md',
  'docs/scaling.md',
];

/** The blocks that each test executes or checks. Tests get them from `blocksFor`; every block belongs to one test. */
const claims = {
  'guides.test.ts': ({ file, language }: Block) =>
    shellGuides.includes(file) ||
    (file === 'README.md' && language === 'sh') ||
    (file === 'docs/webhooks.md' && language !== 'js'),
  'webhook-receivers.test.ts': ({ file, language }: Block) =>
    file === 'docs/webhooks.md' && language === 'js',
  'client-package.test.ts': ({ file }: Block) => clientGuides.includes(file),
  '../../system/add-an-area.test.ts': ({ file }: Block) => file === 'CONTRIBUTING.md',
  'drawings.test.ts': ({ file, language }: Block) =>
    drawn.includes(file) && ['text', 'mermaid'].includes(language),
  'commands.test.ts': ({ file, language }: Block) => commanded.includes(file) && language !== 'sql',
  'statements.test.ts': ({ file, language }: Block) => file !== 'CONTRIBUTING.md' && language === 'sql',
};
export type BlockTest = keyof typeof claims;
export const blockTests = Object.keys(claims) as BlockTest[];

/** Every page, including untracked ones. */
export async function pages(): Promise<string[]> {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const { stdout } = await promisify(execFile)('git', flags, { cwd: root });
  const files = [...new Set(stdout.split('\n'))];
  return files.filter((file) => file && existsSync(path.join(root, file)));
}

/** Every fenced block of a page. */
export async function blocksOf(file: string): Promise<Block[]> {
  const blocks: Block[] = [];
  let open: { fence: string; block: Block } | null = null;
  for (const [index, text] of (await readFile(path.join(root, file), 'utf8')).split('\n').entries()) {
    const [, fence, language = ''] = text.match(/^[ >]*(`{3,}|~{3,}) *(\S*)/) ?? [];
    if (open && fence?.startsWith(open.fence) && !language) open = null;
    else if (open) open.block.code += `${text}\n`;
    else if (fence) {
      open = { fence, block: { file, line: index + 1, language, code: '' } };
      blocks.push(open.block);
    }
  }
  if (open) throw new Error(`${file}: the block in line ${open.block.line} does not end`);
  return blocks;
}

/** The tests that claim a block. */
export const claimedBy = (block: Block): BlockTest[] => blockTests.filter((test) => claims[test](block));

/** The blocks of a test, optionally of one page. */
export async function blocksFor(test: BlockTest, file?: string): Promise<Block[]> {
  const files = file === undefined ? await pages() : [file];
  const blocks = (await Promise.all(files.map(blocksOf))).flat();
  return blocks.filter((block) => claims[test](block));
}
