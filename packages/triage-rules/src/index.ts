export { findBlockers } from './blockers/blockers.ts';
export { historyFields } from './blockers/history.ts';
export type { Mentions } from './mentions.ts';
export { mentionsIn, noMentions } from './mentions.ts';
export { actionKinds, blockersSchema, signalKinds, triageSchema } from './output-schemas.ts';
export { maxDescription } from './text/words.ts';
export { triage } from './triage/triage.ts';

/** Increases whenever the output of the rules changes. Stored with each run. */
export const rulesVersion = 'rules-2';
