import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

/** Number of bytes at the beginning of a file from which its type is detected. */
export const sampleBytes = 64 * 1024;

/** Container formats by detected type, with the declared types that use the format. */
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

/** Text has no signature to detect. */
const isText = /^text\/|^application\/(json|xml|yaml|x-yaml|javascript|x-ndjson|sql)$|\+(json|xml|yaml)$/;
const octetStream = 'application/octet-stream';

/** A media type without parameters, in its canonical spelling. */
function normalizeMediaType(mime: string): string {
  const bare = (mime.split(';')[0] ?? '').trim().toLowerCase();
  return aliases[bare] ?? bare;
}

/** Returns why the content cannot have the declared type, judging by its beginning; null if it can. */
export async function findMediaTypeError(declared: string, sample: Uint8Array): Promise<string | null> {
  const claim = normalizeMediaType(declared);
  if (claim === octetStream || sample.length === 0) return null;
  const found = await fileTypeFromBuffer(sample);
  if (found) {
    const seen = normalizeMediaType(found.mime);
    return seen === claim || wrappers[seen]?.test(claim)
      ? null
      : `Must match the content: declared ${claim}, detected ${seen}`;
  }
  if (isText.test(claim))
    return sample.includes(0) ? `Must match the content: declared ${claim}, detected binary data` : null;
  return supportedMimeTypes.has(claim as never)
    ? `Must match the content: declared ${claim}, detected another type`
    : null;
}

const executableTypes =
  /^(text\/(html|xml|javascript|xsl)|image\/svg\+xml|multipart\/|message\/)|(\/|\+)(xml|xhtml|javascript|ecmascript)$/;

/** The Content-Type of a download. Uploaded content must never run as a page of this origin. */
export function servedType(mime: string): string {
  const bare = (mime.split(';')[0] ?? '').trim().toLowerCase();
  return executableTypes.test(bare) ? octetStream : mime;
}
