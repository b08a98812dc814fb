export * from './places.ts';
export * from './wire.ts';
