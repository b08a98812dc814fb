/** The pattern of (I)LIKE that matches texts that contain this one, whatever characters it has. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
