/** The (I)LIKE pattern for texts that contain this one, with special characters escaped. */
export const containsPattern = (text: string): string => `%${prefixPattern(text)}`;

/** The (I)LIKE pattern for texts that begin with this one, with special characters escaped. */
export const prefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;
