import { type Call, endpoint } from '@wfp/shared';
import { z } from 'zod';
import { CodeParams, maxValues, Replacement, ReplaceValue, ValueParams } from './enums.contract.ts';
import { enums, enumValues } from './enums.resource.ts';
import { replaceValue } from './values/replace.service.ts';

const EnumWithValues = z.object({
  ...enums.contract.row.shape,
  values: z.array(enumValues.contract.row),
});

async function getEnum({ caller, params }: Call<CodeParams, unknown, unknown>) {
  const id = await enums.asParent.resolve(caller, params, 'read');
  const { data } = await enumValues.list(caller, { limit: maxValues, offset: 0 }, { enum_id: id });
  return { ...(await enums.get(caller, id)), values: data };
}

export const enumEndpoints = [
  endpoint({
    method: 'get',
    path: '/enums/:code',
    summary: 'Fetch an enum with its values',
    can: 'enum:read',
    params: CodeParams,
    returns: { 200: EnumWithValues },
    rowRights: enums.rowRights,
    handler: getEnum,
  }),
  endpoint({
    method: 'post',
    path: '/enums/:code/values/:id/replace',
    summary: 'Replace a value on all records',
    details:
      'A worker moves the records to the other value. The replaced value becomes inactive unless it is a value of the service.',
    can: 'enum:manage',
    params: ValueParams,
    body: ReplaceValue,
    returns: { 202: Replacement },
    emits: ['enum.value.updated'],
    versionedResource: 'enum_value',
    handler: replaceValue,
  }),
];
