export const words = {
  loading: 'Loading',
  save: (section: string) => `Save ${section}`,
  saved: 'Saved.',
  applyAnyway: 'Apply anyway',
};
