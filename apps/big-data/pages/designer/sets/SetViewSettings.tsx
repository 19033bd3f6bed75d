import { notChosen, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { FormSelect } from '../../../parts/FormSelect.tsx';

type ViewSource = Extract<SetSource, { is: 'view' }>;

interface Props {
  source: ViewSource;
  readOnly: boolean;
  onSource: (source: ViewSource) => void;
}

/** A form, and one of its labels that are shared. */
export function SetViewSettings({ source, readOnly, onSource }: Props) {
  const t = useT();
  const locale = useLocale();
  const { form, view } = source;
  const found = useQuery({ ...q(viewsApi.list, { params: { formId: form ?? '' } }), enabled: form !== null });
  const shared = (found.data?.views ?? []).filter(({ scope }) => scope === 'shared');
  return (
    <>
      <FormSelect
        formsOnly
        value={form}
        disabled={readOnly}
        onChange={(next) => onSource({ is: 'view', form: next, view: notChosen })}
      />
      <Select
        aria-label={t('analytics.set.source.view')}
        placeholder={t('analytics.set.source.view')}
        disabled={readOnly || form === null}
        loading={found.isFetching}
        showSearch={{ optionFilterProp: 'label' }}
        value={view === notChosen ? undefined : view}
        options={shared.map(({ id, title, type }) => ({
          value: id,
          label: `${textIn(title, locale)} (${t(`views.type.${type}`)})`,
        }))}
        notFoundContent={t('analytics.set.no_view')}
        {...(view !== notChosen && found.data && !shared.some(({ id }) => id === view)
          ? { labelRender: () => t('analytics.set.view_gone') }
          : {})}
        onChange={(next: string) => onSource({ ...source, view: next })}
      />
      <p className="analytics-quiet">{t('analytics.set.view_hint')}</p>
    </>
  );
}
