import {
  type CallerVisibility,
  findVisibleSubjects,
  type VisibleSubjects,
  wholeOrganization,
} from './event-visibility.ts';

/** Kinds of events that the caller sees about the same subjects: those of these aggregate types and of these event types. */
export interface VisibleKinds {
  /** Events must be about a subject in each of these scopes. */
  subjects: readonly [VisibleSubjects, ...VisibleSubjects[]];
  aggregates: readonly string[];
  /** Event types of these aggregates that other kinds include, or that the caller does not see. */
  except: readonly string[];
  /** Event types of other aggregates. */
  only: readonly string[];
  /** The aggregate types of `only`. */
  further: readonly string[];
}

/**
 * Divides the events that the caller may see into those of the whole organization and those about limited subjects. Each
 * kind is in one group at most. There is one group per distinct scope, and one for each two scopes that an event type
 * requires, so their number does not depend on the scopes' subjects.
 *
 * @param only limits the result to one aggregate type
 */
export function groupVisibleKinds(
  visibility: CallerVisibility,
  only?: string,
): { whole: VisibleKinds; limited: readonly VisibleKinds[] } {
  const whole = emptyGroup([wholeOrganization]);
  const groups = [whole];
  const groupOf = (...subjects: Scopes): Group => {
    const found = groups.find((one) => isSameScope(one.subjects, subjects));
    if (found) return found;
    const made = emptyGroup(subjects);
    groups.push(made);
    return made;
  };
  for (const type of only === undefined ? visibility.subjectsByType.keys() : [only]) {
    const subjects = findShared(visibility, type);
    if (subjects) groupOf(subjects).aggregates.push(type);
  }
  for (const [event_type, { aggregate, resource }] of visibility.furtherResources) {
    const ofAggregate = only === undefined || only === aggregate ? findShared(visibility, aggregate) : null;
    const ofResource = findShared(visibility, resource);
    if (!ofAggregate || ofAggregate === ofResource || ofResource === wholeOrganization) continue;
    groupOf(ofAggregate).except.push(event_type);
    if (!ofResource) continue;
    const isLimitedTwice = ofAggregate !== wholeOrganization;
    const { only: types, further } = isLimitedTwice ? groupOf(ofResource, ofAggregate) : groupOf(ofResource);
    types.push(event_type);
    further.push(aggregate);
  }
  return { whole, limited: groups.filter((one) => one !== whole) };
}

type Scopes = [VisibleSubjects, ...VisibleSubjects[]];
type Group = Record<Exclude<keyof VisibleKinds, 'subjects'>, string[]> & { subjects: Scopes };

const emptyGroup = (subjects: Scopes): Group => ({
  subjects,
  aggregates: [],
  except: [],
  only: [],
  further: [],
});

const isSameScope = (one: Scopes, other: Scopes) =>
  one.length === other.length && one.every((subjects, index) => subjects === other[index]);

/** Returns the subjects of a resource, with one object for all scopes that include the whole organization. */
function findShared(visibility: CallerVisibility, type: string): VisibleSubjects | null {
  const subjects = findVisibleSubjects(visibility, type);
  return subjects?.all ? wholeOrganization : subjects;
}
