import { defineEvents } from '@wfp/shared';

/** The name of a file often says what is in it: events do not carry it. */
const ofFile = { aggregate: 'file', record: 'the file' };

export const fileEvents = defineEvents(ofFile, {
  'file.post_create': 'A file was announced; its bytes are awaited.',
  'file.uploaded': 'The bytes of a file are there, counted and looked at: from now on it can be used.',
  'file.refused': 'The scanner found something in the bytes of a file: they were not kept.',
});
