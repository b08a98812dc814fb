declare module 'pg/lib/utils.js' {
  /** How node-postgres writes a value down. @throws Error for what cannot be written down */
  export function prepareValue(value: unknown): unknown;
}
