import { ApiError } from '@wfp/client';
import { useEffect, useRef } from 'react';
import type { PendingChange } from '../../live/pending.ts';
import { ConflictError } from './conflict-error.ts';

/** Opens the form again, with its input, when the service has rejected a change that was sent from it. */
export function useReopenedForm(changes: readonly PendingChange[], open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const isRejected = changes.some(needsForm);
  useEffect(() => {
    if (isRejected) latest.current();
  }, [isRejected]);
}

/** Rejections that another attempt does not change. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 404 && error.status !== 429;

const needsForm = ({ state, hasForm, error }: PendingChange): boolean =>
  state === 'failed' && hasForm && (error instanceof ConflictError || isFinal(error));
