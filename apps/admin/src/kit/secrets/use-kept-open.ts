import { useBeforeClose } from '../layers/before-close.ts';

const isKept = () => true;

/** Escape does not close the dialog around a component: what it shows cannot be shown again. */
export const useKeptOpen = (): void => useBeforeClose(isKept);
