import { defineEvents } from '@wfp/shared';

/** Events have no record name, because a file name may reveal its content. */
const ofFile = { aggregate: 'file', record: 'the file' };

export const fileEvents = defineEvents(ofFile, {
  'file.post_create': 'A file was created; its content is not uploaded yet.',
  'file.uploaded': 'The content of a file was uploaded and checked; the file can be used.',
  'file.refused': 'The virus scanner rejected the content of a file; it was not stored.',
});
