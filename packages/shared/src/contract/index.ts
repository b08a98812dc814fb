export * from './messages.ts';
export * from './named.ts';
export * from './places.ts';
export * from './wire.ts';
