import type { Area } from '@wfp/shared';

/** Every area of the product. To add one is a folder and an entry here; to delete one is the reverse. */
export const areas: readonly Area[] = [];
