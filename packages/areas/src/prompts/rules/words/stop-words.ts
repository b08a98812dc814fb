import { stemOf } from '../text.ts';

/** Words that say nothing about what a task is about. */
const words = `
a about after all also an and any are as at be been before but by can could do does each for from get has have how i if
in into is it its just let make may me more most must my need needs new no not now of off on once one or our out over
please set should so some still than that the their them then there these they this those to too two under up us use
used via was we were what when where which who why will with would you your today tomorrow week month next last
der die das den dem des ein eine einen einem einer und oder aber ist sind war wird werden nicht kein keine auf aus bei
mit nach von vor zu zum zur fur im in am an als wie wir ihr sie es ich bitte noch neue neuen neues alle
le la les un une des du de et ou mais est sont pas ne au aux avec dans en par pour sur ce cette ces nous vous il elle
sa son ses leur qui que nouveau nouvelle plus
el los las una unos unas y o pero es son no del al con por para sin sobre este esta estos estas nos se lo su sus que
nuevo nueva hay ya`;

export const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/).map(stemOf));
