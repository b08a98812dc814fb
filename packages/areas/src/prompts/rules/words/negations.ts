import { stemOf } from '../text.ts';

/** Words that turn what follows them around: English, German, French, Spanish. */
const words = `not no isnt arent wasnt never neither without nothing hardly
nicht kein keine keinen keinerlei ohne nie
pas aucun aucune sans jamais
sin ningun ninguna nunca`;

export const negations: ReadonlySet<string> = new Set(words.split(/\s+/).map(stemOf));
