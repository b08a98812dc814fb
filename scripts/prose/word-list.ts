export type PassageKind = 'comment' | 'string' | 'markdown';

export interface ProseRule {
  /** Matches one line of a comment, string or page. */
  pattern: RegExp;
  /** Replacement, shown next to the line. */
  advice: string;
  /** All kinds if omitted. */
  kinds?: readonly PassageKind[];
}

/** Expressions that readers have to translate, each with the plain English that replaces it. */
export const proseRules: readonly ProseRule[] = [
  {
    pattern:
      /^(?:What|Whether|Where|Who|Whose|Whom|Those|How|Why|The same|Of (?:a|the|those)) (?![^.]*\?)|^When (?![^.]*[?,])/,
    advice: 'begin with the noun or the verb: "True if …", "The allowed values …", "Returns …"',
    kinds: ['comment'],
  },
  {
    pattern: /\b(?:nobody|somebody|anybody|whoever|whomever|whosever)\b/i,
    advice: 'name the actor: "no user", "a user", "any caller", "the caller"',
  },
  {
    pattern:
      /\b(?:is|are|was|were|be|been) told\b|\btells? (?:of|clients|whoever|what|who|how)\b|\btold (?:of|apart|from)\b/i,
    advice: 'use "reported", "notified", "documents" or "distinguished"',
  },
  { pattern: /\b(?:bells?|rings?|rung)\b(?! buffer)/i, advice: 'use "wake-up" or "enqueued"' },
  {
    pattern: /\b(?:goes on|go on|went on|gets on|get on again)\b/i,
    advice: 'use "continues" or "recovers"',
  },
  {
    pattern: /\bas (?:it is|it was|they are|they were)\b|\bthat there (?:is|are)\b/i,
    advice: 'use "unchanged", "existing" or the state itself',
  },
  {
    pattern: /\b(?:mend(?:s|ed|ing)?|anew|besides|meanwhile|bears?|henceforth)\b/i,
    advice: 'use "fix", "again", "also", "during", "has", "from now on"',
  },
  {
    pattern: /\b(?:is|are|be) over\b|\bby (?:itself|themselves)\b|\bwhat (?:came|comes) of\b|\bmakes? way\b/i,
    advice: 'use "finished", "automatically", "the result of", "is replaced by"',
  },
  { pattern: /\b(?:the books|books of)\b/i, advice: 'use "operational data"' },
  {
    pattern: /\b(?:takes? over|took over|processor time)\b/i,
    advice: 'use "is reassigned to", "moves to", "continues", "CPU time"',
    kinds: ['comment'],
  },
  { pattern: /\bhears? of\b/i, advice: 'use "receives" or "is notified of"' },
];

/** Lines in which a listed expression is the right one. An entry that no longer applies fails the check. */
export const allowedLines: readonly { file: string; text: string }[] = [
  // A stored value: the recipient of a reminder of a task without assignee.
  { file: 'packages/areas/src/tasks/reminders/lane.store.ts', text: "'nobody'" },
  { file: 'packages/areas/src/tasks/reminders/reminder-time.store.ts', text: "'nobody'" },
  { file: 'prisma/schema/task.prisma', text: '`nobody`' },
  // Prompts that a migration also inserted for existing organizations: the texts in both places must be identical.
  {
    file: 'packages/areas/src/prompts/templates/builtin-templates.ts',
    text: 'when somebody of the people listed',
  },
  {
    file: 'packages/areas/src/prompts/templates/builtin-templates.ts',
    text: 'nobody is assigned or who is',
  },
  { file: 'packages/areas/src/prompts/templates/builtin-templates.ts', text: 'every signal that there is' },
  // The unprivileged user of Unix systems.
  { file: 'scripts/services/postgres-place.ts', text: 'nobody' },
  { file: 'tests/system/databases/pooler.ts', text: 'nobody' },
];
