import type { RecordedTable } from '../../db/index.ts';
import { defineEvents, type EventType } from '../../endpoint/events/event-type.ts';
import type { Contribution } from '../capability.ts';
import { capitalize, withArticle } from '../nouns.ts';
import type { WritePhase } from './hooks/hooks.ts';
import type { RecordName, SubjectColumns } from './rows.ts';

interface EventDeclaration {
  code: string;
  noun: readonly [one: string, many: string];
  recordName?: RecordName | undefined;
  /** The field that names the parent; default: `name`. */
  parentNameField?: string | undefined;
  eventNames?: Partial<Record<WritePhase, string>> | undefined;
  meanings?: Partial<Record<WritePhase, string>> | undefined;
  subject?: SubjectColumns | undefined;
  /** The rows have permissions of their own, in addition to those of their parent. */
  hasOwnRights: boolean;
}

const phases: readonly WritePhase[] = ['create', 'update', 'archive', 'restore'];
const pastTense: Record<WritePhase, string> = {
  create: 'created',
  update: 'updated',
  archive: 'deleted',
  restore: 'restored',
};

/**
 * The event types of a resource's writes: `<code>.post_create` and so on, or `<aggregate>.<part>.created` if the
 * parent is the aggregate.
 */
export function eventTypesByPhase(
  declared: Pick<EventDeclaration, 'code' | 'eventNames'>,
  aggregate: string,
): Record<WritePhase, string> {
  const { code, eventNames = {} } = declared;
  const part = code.startsWith(`${aggregate}_`) ? code.slice(aggregate.length + 1) : code;
  const defaultType = (phase: WritePhase) =>
    aggregate === code ? `${code}.post_${phase}` : `${aggregate}.${part}.${pastTense[phase]}`;
  return Object.fromEntries(
    phases.map((phase) => [phase, eventNames[phase] ?? defaultType(phase)]),
  ) as Record<WritePhase, string>;
}

/** Describes `record_name` of the events: the row's name or that of the parent. */
function describeRecordName(
  { recordName: name, parentNameField = 'name' }: EventDeclaration,
  thing: string,
  about: string,
): string {
  if (name === undefined) return `the ${parentNameField} of the ${about}`;
  return typeof name === 'string' ? `the ${name} of the ${thing}` : name.meaning;
}

export function declareEvents(
  declared: EventDeclaration,
  table: RecordedTable,
  types: Record<WritePhase, string>,
  written: readonly WritePhase[],
  contributions: readonly Contribution[],
): EventType[] {
  const { code, noun, hasOwnRights, subject: { isPrivate, seenBy } = {} } = declared;
  const words = code.replaceAll('_', ' ');
  const thing = words === noun[0].toLowerCase() ? noun[0] : words;
  const isAggregate = table.aggregate === code;
  const about = isAggregate ? thing : table.aggregate.replaceAll('_', ' ');
  const subject = isAggregate ? thing : `${noun[0]} of the ${about}`;
  const meanings: Record<WritePhase, string> = {
    create: `${capitalize(withArticle(subject))} was created.`,
    update: `Fields of ${withArticle(subject)} changed.`,
    archive: `${capitalize(withArticle(subject))} was deleted; it can be restored.`,
    restore: `A deleted ${subject} was restored.`,
  };
  return defineEvents(
    {
      aggregate: table.aggregate,
      record: `the ${about}`,
      ...(table.record_name && { recordName: describeRecordName(declared, thing, about) }),
      ...(hasOwnRights && !isAggregate && { alsoAbout: code }),
      ...(isPrivate && { seenBy: seenBy ?? `if the ${thing} belongs to one user, only to that user` }),
    },
    {
      ...Object.fromEntries(
        written.map((phase) => [types[phase], declared.meanings?.[phase] ?? meanings[phase]]),
      ),
      ...Object.assign({}, ...contributions.map((one) => one.events ?? {})),
    },
  );
}
