export * from './bounded-record.ts';
export * from './ids.ts';
export * from './locale.ts';
export * from './messages.ts';
export * from './schema-names.ts';
export * from './sorting.ts';
export * from './text.ts';
export * from './wire.ts';
