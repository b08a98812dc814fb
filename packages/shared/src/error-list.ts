/** Validation errors by field, and of the input as a whole: `details` in the body of a 422. */
export interface InvalidDetails {
  fieldErrors: Record<string, string[]>;
  formErrors: string[];
}

/** Max errors that a response lists, so that neither its size nor the work for it grows with the number of errors. */
export const maxListedErrors = 100;
const unlistedErrors = `There are more errors; only the first ${maxListedErrors} are listed`;

/** Max characters of a field name: clients choose the names of unknown fields. */
const maxNameLength = 200;

/**
 * Collects validation errors for a 422. It keeps the first `maxListedErrors` and reports further ones, so that the response to
 * an invalid request is small. A message is listed once per field.
 */
export class ErrorList {
  readonly #fields = new Map<string, string[]>();
  readonly #form: string[] = [];
  #length = 0;
  #isFull = false;

  /** True if further errors are not listed: callers can stop validating. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** @param path empty for an error of the whole input */
  add(path: readonly PropertyKey[], message: string): void {
    if (this.#isFull) return;
    const messages = path.length === 0 ? this.#form : this.#messagesOf(nameOf(path));
    if (messages.includes(message)) return;
    if (this.#length === maxListedErrors) {
      this.#isFull = true;
      return;
    }
    messages.push(message);
    this.#length += 1;
  }

  toDetails(): InvalidDetails {
    const listed = [...this.#fields].filter(([, messages]) => messages.length > 0);
    return {
      fieldErrors: Object.fromEntries(listed),
      formErrors: this.#isFull ? [...this.#form, unlistedErrors] : [...this.#form],
    };
  }

  #messagesOf(name: string): string[] {
    const messages = this.#fields.get(name) ?? [];
    this.#fields.set(name, messages);
    return messages;
  }
}

/** Returns the details, with at most `maxListedErrors` of their errors. */
export function limitErrors(details: InvalidDetails): InvalidDetails {
  const { fieldErrors, formErrors } = details;
  const errors = Object.entries(fieldErrors);
  const length = errors.reduce((sum, [, messages]) => sum + messages.length, formErrors.length);
  if (length <= maxListedErrors || formErrors.includes(unlistedErrors)) return details;
  const list = new ErrorList();
  for (const message of formErrors) list.add([], message);
  for (const [field, messages] of errors) for (const message of messages) list.add([field], message);
  return list.toDetails();
}

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map(String).join('.');
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}…`.toWellFormed();
}
