export const words = {
  loading: 'Loading',
  save: (section: string) => `Save ${section}`,
  saved: 'Saved.',
  lockOut: 'Save these settings although I lose access',
};
