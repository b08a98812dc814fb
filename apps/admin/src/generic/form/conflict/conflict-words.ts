/** The words of the question whose values are saved, which are loaded with it. */
export const conflictWords = {
  title: (name: string) => `Changed by ${name}`,
  text: 'The values below were changed after you began to edit. Choose which ones are saved.',
  before: 'Before',
  useTheirs: 'Use theirs',
  keepMine: 'Keep mine',
  diff: {
    added: 'Added',
    removed: 'Removed',
    unchanged: (count: number) => `${count} equal lines`,
  },
  cancel: 'Keep editing',
};
