import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { wayTo, type TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';
import { bothOf, detailed, type Around } from './setting.ts';

/** Each by its label, those of a tree by the way to them, with their colour. */
export function optionTexts(options: readonly (Option | TreeOption)[], around: Around): string[] {
  return options.map((option) => {
    const way =
      'parent' in option
        ? wayTo(option.id, options)
            .map(({ label }) => bothOf(label))
            .join(' › ')
        : bothOf(option.label);
    return detailed(
      way,
      [
        option.color && option.color !== 'default' ? around.t(`design.color.${option.color}`) : '',
        option.retired ? around.t('design.version.retired') : '',
      ],
      around,
    );
  });
}
