import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation that cannot be started while it runs: the second click of a double click precedes the next render. */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isRunning = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...result) => {
      isRunning.current = false;
      return options.onSettled?.(...result);
    },
  });
  const mutate: typeof mutation.mutate = (...call) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(...call);
  };
  return { ...mutation, mutate };
}
