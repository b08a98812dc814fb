export { Prisma } from './generated/client.ts';
export * from './idempotency.ts';
export * from './planned.ts';
export * from './read.ts';
export * from './record.ts';
export * from './recorded-table.ts';
export * from './snapshot.ts';
export * from './statements.ts';
export * from './write.ts';
