export * from './messages.ts';
export * from './named.ts';
export * from './places.ts';
export * from './sorting.ts';
export * from './wire.ts';
