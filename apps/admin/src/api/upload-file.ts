import type { Client, components } from '@wfp/client';

type StoredFile = components['schemas']['File'];

/** Media types by extension: browsers do not agree on that of a CSV file. */
const fileTypes: Readonly<Record<string, string>> = { '.csv': 'text/csv', '.ics': 'text/calendar' };

const typeOf = ({ name, type }: File): string =>
  fileTypes[/\.\w+$/.exec(name.toLowerCase())?.[0] ?? ''] ?? (type || 'application/octet-stream');

/** Creates the record of a file, without its content. @throws ApiError */
export const createFile = (client: Client, file: File): Promise<StoredFile> =>
  client.post('/files', { body: { name: file.name, mime: typeOf(file), size: file.size } });

/** Sends the content of a file to its record. @throws ApiError */
export const sendContent = (client: Client, { id, mime }: Pick<StoredFile, 'id' | 'mime'>, file: File) =>
  client.put('/files/{id}/content', {
    params: { path: { id } },
    body: file as never,
    headers: { 'content-type': mime },
  });
