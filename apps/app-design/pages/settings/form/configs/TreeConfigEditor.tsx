import { treeOptionsOf } from '@formwork/contract/basedata/options.ts';
import type { CascadeConfig } from '@formwork/contract/forms/field-types/cascade.ts';
import type { TreeSelectConfig } from '@formwork/contract/forms/field-types/tree-select.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { OptionSource } from './OptionSource.tsx';
import { FlagPart, NumberPart, type ConfigProps } from './parts.tsx';
import { TreeOptionList } from './TreeOptionList.tsx';

export function CascadeConfigEditor(props: ConfigProps<CascadeConfig>) {
  const t = useT();
  return (
    <>
      <TreeSource {...props} />
      <FlagPart {...props} name="anyLevel" label={t('design.config.any_level')} />
    </>
  );
}

export function TreeSelectConfigEditor(props: ConfigProps<TreeSelectConfig>) {
  const t = useT();
  return (
    <>
      <TreeSource {...props} />
      <FlagPart {...props} name="multiple" label={t('design.config.multiple')} />
      {props.config.multiple && <NumberPart {...props} name="max" label={t('design.config.most')} min={1} max={500} />}
      <FlagPart {...props} name="leavesOnly" label={t('design.config.leaves_only')} />
    </>
  );
}

function TreeSource<Config extends Pick<CascadeConfig, 'options' | 'dictionary'>>({
  config,
  onChange,
}: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  return (
    <OptionSource config={config} onChange={onChange} optionsOf={treeOptionsOf} trees>
      <TreeOptionList options={config.options} onChange={(options) => onChange({ ...config, options })} />
    </OptionSource>
  );
}
