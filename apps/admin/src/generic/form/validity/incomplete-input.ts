/**
 * Shows a message at the first input whose text is not a value, such as a date without a time, or a name that was not chosen. Its value
 * is empty, so what the user has typed would be lost without a message. Returns false if there is none.
 */
export function reportIncompleteInput(form: HTMLFormElement): boolean {
  const input = [...form.elements].find(
    (one) => one instanceof HTMLInputElement && (one.validity.badInput || one.validity.customError),
  );
  if (!(input instanceof HTMLInputElement)) return false;
  input.reportValidity();
  return true;
}
