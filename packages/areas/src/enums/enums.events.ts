import { defineEvents } from '@wfp/shared';

const ofEnum = { aggregate: 'enum', record: 'the vocabulary', recordName: 'the label of the vocabulary' };
const ofValue = {
  aggregate: 'enum',
  record: 'the vocabulary that the value belongs to',
  recordName: 'the label of the value',
};

export const enumEvents = [
  ...defineEvents(ofEnum, {
    'enum.post_create': 'A vocabulary was made, or came with the organization at signup.',
    'enum.post_update': 'The label or description of a vocabulary changed.',
    'enum.post_archive': 'A vocabulary was deleted, and with it each of its values.',
  }),
  ...defineEvents(ofValue, {
    'enum.value.created': 'A value was added to a vocabulary.',
    'enum.value.updated':
      'A value was relabelled, switched on or off, moved in its order, made or unmade the default, or is to be replaced.',
    'enum.value.deleted': 'A value was deleted from its vocabulary.',
    'enum.value.replaced': 'The last record that had a value has the one that replaces it.',
  }),
];
