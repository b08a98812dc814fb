export const words = {
  display: {
    title: 'Display',
    density: 'Density',
    densityHint: 'Touch screens are always comfortable',
    densities: { compact: 'Compact', comfortable: 'Comfortable' },
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    text: 'Press ? to list all shortcuts of a page.',
    characters: 'Use shortcuts of single characters',
    charactersHint:
      'Off for speech input and other programs that type for you. Shortcuts with Ctrl or ⌘ remain.',
    own: 'Choose your own keys',
    after: (key: string) => `After ${key}`,
    taken: (label: string) => `Is used for: ${label}`,
    takenByPlaces: 'Begins the shortcuts of places',
    save: 'Save shortcuts',
    reset: 'Default shortcuts',
  },
  saved: 'Saved.',
};
