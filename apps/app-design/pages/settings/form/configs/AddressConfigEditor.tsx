import type { AddressConfig } from '@formwork/contract/forms/field-types/address.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { Line } from '../inspector-parts.tsx';
import { FlagPart, type ConfigProps } from './parts.tsx';

const depths = [1, 2, 3, 4];

export function AddressConfigEditor(props: ConfigProps<AddressConfig>) {
  const t = useT();
  const { config, onChange } = props;
  return (
    <>
      <Line label={t('design.config.depth')} help={t('design.config.depth_help')}>
        <Select
          value={config.depth}
          options={depths.map((value) => ({ value, label: t(`design.config.depth_${value}`) }))}
          onChange={(depth) => onChange({ ...config, depth })}
        />
      </Line>
      <FlagPart {...props} name="anyLevel" label={t('design.config.any_level')} />
      <FlagPart {...props} name="detail" label={t('design.config.detail')} />
    </>
  );
}
