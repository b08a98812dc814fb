export const words = {
  noConnection: 'The service cannot be reached. Check your connection and try again.',
  failed: 'Something went wrong in this application. Reload the page and try again.',
  unexpected: (status: number) => `The service responded with ${status}.`,
  tryAgain: 'Try again',
  request: (id: string) => `Request ${id}`,
};
