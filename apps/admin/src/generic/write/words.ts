const plural = new Intl.PluralRules('en');

const verb: Readonly<Record<string, string>> = {
  update: 'Not saved',
  delete: 'Not deleted',
  restore: 'Not restored',
};

export const words = {
  saving: 'Saving…',
  deleting: 'Being deleted',
  restoring: 'Being restored',
  failed: (kind: string) => verb[kind] ?? '',
  retry: 'Retry',
  discard: 'Discard',
  retryOf: (title: string) => `Retry: ${title}`,
  discardOf: (title: string) => `Discard: ${title}`,
  edit: 'Open the form',
  unsaved: 'Changes that are not saved',
  count: (count: number) =>
    plural.select(count) === 'one' ? '1 change is not saved.' : `${count} changes are not saved.`,
  more: (count: number) => `and ${count} more`,
  retryAll: 'Retry all',
  discardAll: 'Discard all',
  conflict: (title: string) =>
    `Another user has changed “${title}” too. Open its form to compare the values.`,
};
