import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

/** As much of the beginning of a file as its type is told by. */
export const sampleBytes = 64 * 1024;

/** Formats that wrap others: what is seen is the wrapping, what is declared may be what it holds. */
const wrappers: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-|apple\.|android\.)|epub\+zip|java-archive|x-zip|3mf)|\+zip$/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-|vnd\.visio|x-msi)/,
  'application/xml': /(\/|\+)xml$/,
  'application/gzip': /^application\/(x-g?tar|x-gzip|x-tgz)|\+gzip$/,
  'application/ogg': /^(audio|video)\/ogg/,
  'video/x-matroska': /^(audio|video)\/(webm|x-matroska)/,
  'video/mp4': /^(audio\/(mp4|x-m4a|m4a)|video\/(mp4|x-m4v|quicktime))/,
};

/** Names that mean the same. */
const aliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-icon': 'image/vnd.microsoft.icon',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'text/xml': 'application/xml',
};

/** Text has no mark at its beginning that it could be told by. */
const isText = /^text\/|^application\/(json|xml|yaml|x-yaml|javascript|x-ndjson|sql)$|\+(json|xml|yaml)$/;
const octetStream = 'application/octet-stream';

/** A media type without parameters, in its usual spelling. */
function normalizeMediaType(mime: string): string {
  const bare = (mime.split(';')[0] ?? '').trim().toLowerCase();
  return aliases[bare] ?? bare;
}

/** Why the bytes cannot be of the declared type, as far as their beginning shows it; null when they can. */
export async function findMediaTypeError(declared: string, sample: Uint8Array): Promise<string | null> {
  const claim = normalizeMediaType(declared);
  if (claim === octetStream || sample.length === 0) return null;
  const found = await fileTypeFromBuffer(sample);
  if (found) {
    const seen = normalizeMediaType(found.mime);
    return seen === claim || wrappers[seen]?.test(claim) ? null : `The bytes are ${seen}, not ${claim}`;
  }
  if (isText.test(claim)) return sample.includes(0) ? `The bytes are no text, as ${claim} is` : null;
  return supportedMimeTypes.has(claim as never) ? `The bytes are not ${claim}` : null;
}

/** What a browser would run if it were told its type. */
const executableTypes =
  /^(text\/(html|xml|javascript|xsl)|image\/svg\+xml|multipart\/|message\/)|(\/|\+)(xml|xhtml|javascript|ecmascript)$/;

/** The type that a file is sent as: nothing that somebody uploaded ever runs as a page of this origin. */
export function servedType(mime: string): string {
  const bare = (mime.split(';')[0] ?? '').trim().toLowerCase();
  return executableTypes.test(bare) ? octetStream : mime;
}
