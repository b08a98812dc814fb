/** Text that PostgreSQL can store: without NUL characters and unpaired surrogates. */
export const sanitizeText = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** An error whose message is shown to the organization that registered the URL. */
export class DeliveryError extends Error {}

export class ResponseTimeoutError extends DeliveryError {}

const noConnection = 'The connection timed out';
const closedEarly = 'The connection was closed before the response was complete';
const unknownName = 'The host name does not exist';
const silentNames = 'The host name could not be resolved';
const untrusted = 'The certificate is not signed by a trusted authority';

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
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The response does not match its Content-Length',
};

interface Failure {
  name?: string;
  code?: string;
  message?: string;
  errors?: Failure[];
}

export const isTimeout = (error: unknown) =>
  error instanceof ResponseTimeoutError ||
  ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes((error as Failure).code ?? '');

/** Describes a failure in one line for the owner of the endpoint. */
export function describeFailure(error: unknown): string {
  if (error instanceof DeliveryError) return error.message;
  const failure = error as Failure;
  // Several addresses were tried: the last failure is reported.
  const { code = failure.code, message = '' } = failure.errors?.at(-1) ?? failure;
  const known = code && texts[code];
  if (known) return `${known} (${code})`;
  if (failure.name === 'HTTPParserError') return 'The response is not valid HTTP';
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) return `The TLS handshake failed (${code})`;
  const text = message || 'The connection failed';
  return sanitizeText(code && !text.includes(code) ? `${code}: ${text}` : text).slice(0, 500);
}
