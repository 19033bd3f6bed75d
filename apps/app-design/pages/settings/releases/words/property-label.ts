import type { DefinitionChange } from '@formwork/contract/forms/api.ts';
import { fieldSettings, formSettings, tableSettings } from './definition-settings.ts';

/** The label of a property that a change names; none for one that forms no longer have. */
export function propertyLabel(what: DefinitionChange['what'], property: string): string | undefined {
  if (property === 'config') return 'design.property.config';
  const settings: Readonly<Record<string, { label: string } | null>> = {
    form: formSettings,
    table: tableSettings,
    field: fieldSettings,
    layout: {},
  }[what];
  return settings[property]?.label;
}
