import type { FinishedTask, PersonFacts } from '../prompt.ts';

/** An invented organization, its people by the keys that the cases name them with. */
export interface Organization {
  name: string;
  labels: string[];
  categories: { code: string; name: string }[];
  people: Map<string, PersonFacts>;
  finished: (FinishedTask & { daysAgo: number })[];
}
