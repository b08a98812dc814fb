/** Events that operations may write and that no test has them write, with the reason. */
export const unwritten: readonly { event: string; by: readonly string[]; reason: string }[] = [];
