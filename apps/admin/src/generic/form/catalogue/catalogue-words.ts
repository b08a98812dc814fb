/** The words of lists whose values are chosen, which are loaded with them. */
export const catalogueWords = {
  add: 'Add a value …',
  addTo: (label: string) => `${label}: add a value`,
};
