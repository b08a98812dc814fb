/** Text that PostgreSQL can keep: without NUL and half characters. */
export const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();
