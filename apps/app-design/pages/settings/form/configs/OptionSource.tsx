import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { DictionaryItem } from '@formwork/contract/basedata/dictionaries.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { textIn } from '@formwork/contract/text.ts';
import { OptionTag } from '@formwork/records-ui/fields/choices/option-tag.tsx';
import { q, queryClient } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { Line } from '../inspector-parts.tsx';

interface Sourced<Offered extends Option> {
  options: Offered[];
  dictionary?: string | undefined;
}

interface OptionSourceProps<Offered extends Option, Config extends Sourced<Offered>> {
  config: Config;
  onChange: (config: Config) => void;
  /** What a field of this type makes of a dictionary's entries. */
  optionsOf: (items: readonly DictionaryItem[]) => Offered[];
  /** Only dictionaries whose entries may stand below others. */
  trees?: boolean;
  /** The editor of the field's own options. */
  children: ReactNode;
}

/** Options of the field's own, or the entries of a dictionary. */
export function OptionSource<Offered extends Option, Config extends Sourced<Offered>>({
  config,
  onChange,
  optionsOf,
  trees = false,
  children,
}: OptionSourceProps<Offered, Config>) {
  const t = useT();
  const locale = useLocale();
  const dictionaries = useQuery(q(basedataApi.listDictionaries));
  const { dictionary: code, ...own } = config;
  const usable = (dictionaries.data ?? []).filter(
    (one) => one.code === code || (!one.disabled && (one.tree || !trees)),
  );
  const chosen = usable.find((one) => one.code === code);
  const choose = async (next: string) => {
    const found = usable.find((one) => one.code === next);
    if (!found) return onChange(own as Config);
    const items = await queryClient.fetchQuery(q(basedataApi.listItems, { params: { dictionaryId: found.id } }));
    onChange({ ...config, dictionary: next, options: optionsOf(items) });
  };
  return (
    <>
      {(usable.length > 0 || code !== undefined) && (
        <Line label={t('design.config.source')}>
          <Select
            value={code ?? ''}
            loading={dictionaries.isPending}
            onChange={(next: string) => void choose(next)}
            options={[
              { value: '', label: t('design.config.source_own') },
              ...usable.map((one) => ({ value: one.code, label: textIn(one.title, locale) })),
              ...(code !== undefined && !chosen && dictionaries.data
                ? [{ value: code, label: t('design.config.source_gone', { code }) }]
                : []),
            ]}
          />
        </Line>
      )}
      {code === undefined ? (
        children
      ) : (
        <div className="designer-line">
          {chosen && (
            <p className="designer-hint">{t('design.config.source_hint', { name: textIn(chosen.title, locale) })}</p>
          )}
          <div className="fw-options" data-all="">
            {config.options.slice(0, 50).map((option) => (
              <OptionTag key={option.id} id={option.id} options={config.options} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}
