import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { wayText } from '@formwork/contract/forms/field-types/tree-options.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { UseList } from '@formwork/web/uses/UseList.tsx';
import { useQuery } from '@tanstack/react-query';
import { Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { usesOf } from '../../../uses/load-uses.ts';
import type { DesignedField } from './designed-field.ts';
import { replacements, withoutOption, type OptionWay } from './option-leaves.ts';

interface Props<Offered extends Option> {
  designed: DesignedField;
  options: readonly Offered[];
  option: string;
  onChange: (options: Offered[]) => void;
  onClose: () => void;
}

/** How an option that records may hold leaves a field: kept for them, replaced in them, or taken out where none holds it. */
export function OptionRemoval<Offered extends Option>({
  designed: { formId, field },
  options,
  option,
  onChange,
  onClose,
}: Props<Offered>) {
  const t = useT();
  const locale = useLocale();
  const [way, setWay] = useState<OptionWay>('retire');
  const [by, setBy] = useState<string>();
  const found = useQuery({
    queryKey: ['uses of', formId, field.id, option],
    queryFn: () => usesOf(formId, [{ form: formId, element: field.id, option }]),
    staleTime: 0,
    gcTime: 0,
  });
  const others = replacements(field, options, option);
  const label = textIn(options.find(({ id }) => id === option)?.label, locale);
  const ways = (['retire', ...(others.length === 0 ? [] : ['replace' as const]), 'remove'] as const).map((value) => ({
    value,
    label: t(`design.config.option_way_${value}`),
  }));
  return (
    <Modal
      open
      title={t('uses.take_title', { what: label })}
      okButtonProps={{ disabled: way === 'replace' && by === undefined }}
      onCancel={onClose}
      onOk={() => {
        onChange(withoutOption(options, option, way, by));
        onClose();
      }}
    >
      <div className="fw-take-away">
        <Radio.Group
          vertical
          value={way}
          options={ways}
          onChange={(event) => setWay(event.target.value as OptionWay)}
        />
        {way === 'replace' && (
          <Select
            value={by ?? null}
            aria-label={t('design.config.option_by')}
            placeholder={t('design.config.option_by')}
            onChange={(next: string | null) => setBy(next ?? undefined)}
            showSearch={{ optionFilterProp: 'label' }}
            options={others.map(({ id }) => ({ value: id, label: wayText(id, options, locale) }))}
          />
        )}
        <p>{t(`design.config.option_hint_${way}`)}</p>
        {(found.data ?? []).length > 0 && (
          <>
            <b>{t('uses.used')}</b>
            <UseList kept uses={found.data ?? []} onJump={onClose} />
          </>
        )}
      </div>
    </Modal>
  );
}
