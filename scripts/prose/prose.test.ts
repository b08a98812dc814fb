import { describe, expect, it } from 'vitest';
import { findProblems, findStaleExemptions } from './find-problems.ts';

const advised = (file: string, content: string): string[] =>
  findProblems(file, content, []).map(({ line, text }) => `${line}: ${text}`);

describe('the prose check', () => {
  it('reports a comment that begins with a headless clause', () => {
    const code = '/** Whether the row is live. */\nexport const isLive = true;\n// What waits.\n';
    expect(advised('a.ts', code)).toEqual(['1: Whether the row is live.', '3: What waits.']);
  });

  it('reports a headless clause on a later line of a comment', () => {
    expect(advised('a.ts', '/**\n * Returns the row.\n *\n * Who may read it is checked.\n */\n')).toEqual([
      '4: Who may read it is checked.',
    ]);
  });

  it('accepts a subordinate clause that begins with When', () => {
    expect(advised('a.ts', '// When it ends.\n// When it ends, the row is returned.\n')).toEqual([
      '1: When it ends.',
    ]);
  });

  it('accepts questions and strings that begin with such a word', () => {
    expect(advised('a.ts', "// What if the lease ends?\nconst message = 'What happened';\n")).toEqual([]);
  });

  it('reports strings and each line of a template', () => {
    const code = 'const a = "Nobody may do this";\nconst b = `first\nit goes on`;\n';
    expect(advised('a.ts', code)).toEqual(['1: Nobody may do this', '3: it goes on']);
  });

  it('ignores identifiers and matches whole words only', () => {
    expect(advised('a.ts', 'const nobody = ring; // A string is amended.\n')).toEqual([]);
  });

  it('treats SQL comments in strings as comments', () => {
    expect(advised('a.ts', 'const q = `select 1\n-- Those that wait\n`;\n')).toEqual(['2: Those that wait']);
  });

  it.each([
    ['page.md', 'Somebody asks.', '1: Somebody asks.'],
    ['migration.sql', 'select 1; -- it goes on', '1: it goes on'],
    ['task.prisma', '/// Who has it', '1: Who has it'],
    ['ci.yaml', 'a: 1 # mend this', '1: mend this'],
  ])('reads %s', (file, content, expected) => {
    expect(advised(file, content)).toEqual([expected]);
  });

  it('accepts a line that is listed as right, in its own file only', () => {
    const allowed = [{ file: 'a.ts', text: 'ring of keys' }];
    expect(findProblems('a.ts', '// a ring of keys\n', allowed)).toEqual([]);
    expect(findProblems('b.ts', '// a ring of keys\n', allowed)).toHaveLength(1);
  });

  it('reports exemptions that no longer apply', () => {
    const allowed = [{ file: 'a.ts', text: 'ring of keys' }];
    expect(findStaleExemptions(new Map([['a.ts', 'nothing']]), allowed)).toEqual(allowed);
    expect(findStaleExemptions(new Map([['a.ts', 'a ring of keys']]), allowed)).toEqual([]);
  });
});
