/** Text that PostgreSQL can store: without NUL characters and unpaired surrogates. */
export const sanitizeText = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** A failure whose message is shown to the organization that registered the URL. */
export class DeliveryError extends Error {}

/** The response did not end in time. */
export class ResponseTimeoutError extends DeliveryError {}

const noConnection = 'No connection in time';
const closedEarly = 'The connection was closed before the answer was complete';
const unknownName = 'The name of the host is not known';
const silentNames = 'The name of the host could not be looked up';
const untrusted = 'The certificate is not signed by an authority that is trusted here';

/** The most frequent failures, in terms that the operator of the receiver understands. */
const texts: Record<string, string> = {
  ENOTFOUND: unknownName,
  ENODATA: unknownName,
  EAI_AGAIN: silentNames,
  ETIMEOUT: silentNames,
  ESERVFAIL: silentNames,
  EREFUSED: silentNames,
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  ETIMEDOUT: noConnection,
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer is shorter or longer than it says',
};

interface Failure {
  name?: string;
  code?: string;
  message?: string;
  errors?: Failure[];
}

/** True if there was no connection or no complete response in time. */
export const isTimeout = (error: unknown) =>
  error instanceof ResponseTimeoutError ||
  ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes((error as Failure).code ?? '');

/** Describes why there is no response, in a line that can be stored and shown to the owner of the endpoint. */
export function describeFailure(error: unknown): string {
  if (error instanceof DeliveryError) return error.message;
  const failure = error as Failure;
  // Several addresses were tried: the last failure is reported.
  const { code = failure.code, message = '' } = failure.errors?.at(-1) ?? failure;
  const known = code && texts[code];
  if (known) return `${known} (${code})`;
  if (failure.name === 'HTTPParserError') return 'The answer is not HTTP';
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) return `The TLS handshake failed (${code})`;
  const text = message || 'The connection failed';
  return sanitizeText(code && !text.includes(code) ? `${code}: ${text}` : text).slice(0, 500);
}
