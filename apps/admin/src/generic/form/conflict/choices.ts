/** Which values of the fields that two users have changed are used. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;
