import { operations } from '../../api/operations.ts';
import { useResources } from '../../api/resources.ts';
import { labelOf } from '../../generic/labels.ts';
import type { PaletteItem } from './items.ts';

const permissions = [...new Set(Object.values(operations))].sort();

/** The permissions that operations require, each with what it does when it is chosen. */
export function usePermissionItems(onChoose: (permission: string) => void): PaletteItem[] {
  const { data: resources = [] } = useResources();
  return permissions.map((permission) => {
    const [code = '', right = ''] = permission.split(':');
    const label = resources.find((one) => one.code === code)?.label ?? labelOf(code);
    return {
      ...{
        id: `why ${permission}`,
        group: 'permissions',
        label: `${labelOf(right)}: ${label}`,
        hint: permission,
      },
      run: () => onChoose(permission),
    };
  });
}
