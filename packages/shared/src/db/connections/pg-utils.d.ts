declare module 'pg/lib/utils.js' {
  /** Serializes a value like node-postgres. @throws Error for a value that cannot be serialized */
  export function prepareValue(value: unknown): unknown;
}
