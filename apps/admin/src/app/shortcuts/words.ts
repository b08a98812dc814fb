export const words = {
  title: 'Keyboard shortcuts',
  change: 'Change shortcuts',
  close: 'Close',
};
