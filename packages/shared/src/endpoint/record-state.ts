/** Fields of a record, as responses show them, each with the values that permit an operation. */
export type RecordState = Readonly<Record<string, readonly (string | boolean | null)[]>>;

/**
 * The states of a record in which an operation can succeed: those that match at least one of the list. The operation is
 * rejected in all other states, or changes nothing. It may still be rejected in these, for reasons that the record does not
 * show.
 */
export type PermittedStates = readonly RecordState[];
