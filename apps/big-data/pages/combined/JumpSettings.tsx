import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { isFigure, usesOf, type DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { isJumpAddress, jumpTargets, type Jump, type JumpTarget } from '@formwork/contract/analytics/jump.ts';
import { filtersOfScreen } from '@formwork/contract/analytics/screen.ts';
import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { FormSelect } from '../../parts/FormSelect.tsx';
import { useAnswer } from '../../parts/use-answer.ts';

interface Props {
  jump: Jump | undefined;
  /** The chart whose marks are clicked; without one nothing goes along. */
  chart?: string | null;
  readOnly: boolean;
  onJump: (jump: Jump | undefined, group?: string) => void;
}

const nowhere = 'nowhere';
const begun: Record<JumpTarget, Jump> = {
  dashboard: { to: 'dashboard', id: null },
  screen: { to: 'screen', id: null },
  form: { to: 'form', id: null },
  address: { to: 'address', address: 'https://' },
};

/** Where a title or a click leads, and what goes along. */
export function JumpSettings({ jump, chart = null, readOnly, onJump }: Props) {
  const t = useT();
  return (
    <>
      <FieldRow label={t('analytics.jump')}>
        <Select
          disabled={readOnly}
          value={jump?.to ?? nowhere}
          options={[
            { value: nowhere, label: t('analytics.jump.none') },
            ...jumpTargets.map((to) => ({ value: to, label: t(`analytics.jump.to.${to}`) })),
          ]}
          onChange={(to: JumpTarget | typeof nowhere) => onJump(to === nowhere ? undefined : begun[to])}
        />
      </FieldRow>
      {jump && (jump.to === 'dashboard' || jump.to === 'screen') && (
        <PageTarget jump={jump} withValue={chart !== null} readOnly={readOnly} onJump={onJump} />
      )}
      {jump?.to === 'form' && <FormTarget jump={jump} chart={chart} readOnly={readOnly} onJump={onJump} />}
      {jump?.to === 'address' && (
        <>
          <FieldRow label={t('analytics.jump.address')}>
            <Input
              disabled={readOnly}
              maxLength={2_000}
              {...(!isJumpAddress(jump.address) && { status: 'error' as const })}
              value={jump.address}
              onChange={({ target }) => onJump({ ...jump, address: target.value }, 'address')}
            />
          </FieldRow>
          <p className="analytics-quiet" role={isJumpAddress(jump.address) ? undefined : 'alert'}>
            {isJumpAddress(jump.address)
              ? t('analytics.jump.address_hint', { value: '{value}', key: '{key}' })
              : t('analytics.jump.address_bad')}
          </p>
        </>
      )}
      {jump && chart !== null && <KeyOfChart jump={jump} chart={chart} readOnly={readOnly} onJump={onJump} />}
      {jump && jump.to !== 'address' && <p className="analytics-quiet">{t('analytics.jump.hint')}</p>}
    </>
  );
}

type Of<To extends JumpTarget> = { jump: Extract<Jump, { to: To }>; readOnly: boolean; onJump: Props['onJump'] };

function PageTarget({ jump, withValue, readOnly, onJump }: Of<'dashboard' | 'screen'> & { withValue: boolean }) {
  const t = useT();
  const locale = useLocale();
  const pages = useQuery(q(definitionsApi.list, { params: { kind: jump.to }, query: { limit: 200 } }));
  const filters = useFiltersThere(jump);
  const { filter: _filter, ...rest } = jump;
  return (
    <>
      <FieldRow label={t('analytics.jump.choose')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          disabled={readOnly}
          loading={pages.isPending}
          placeholder={t('analytics.jump.choose')}
          value={jump.id}
          options={(pages.data?.rows ?? [])
            .filter(({ released }) => released !== null)
            .map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
          onChange={(id: string | null) => onJump({ ...rest, id })}
        />
      </FieldRow>
      {withValue && jump.id !== null && (
        <FieldRow label={t('analytics.jump.filter')}>
          <Select
            disabled={readOnly}
            value={jump.filter ?? nowhere}
            options={[
              { value: nowhere, label: t('analytics.jump.filter_none') },
              ...filters.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(filter: string) => onJump(filter === nowhere ? rest : { ...rest, filter })}
          />
        </FieldRow>
      )}
    </>
  );
}

/** The filters of the released page over there, by their names. */
function useFiltersThere({ to, id }: Extract<Jump, { to: 'dashboard' | 'screen' }>): { id: string; title: string }[] {
  const t = useT();
  const locale = useLocale();
  const board = useQuery({
    ...q(analyticsApi.dashboard, { params: { dashboardId: id ?? '' } }),
    enabled: to === 'dashboard' && id !== null,
  });
  const screen = useQuery({
    ...q(analyticsApi.screen, { params: { screenId: id ?? '' } }),
    enabled: to === 'screen' && id !== null,
  });
  const filters: DashboardFilter[] =
    to === 'dashboard'
      ? (board.data?.definition.filters ?? [])
      : screen.data
        ? filtersOfScreen(screen.data.definition)
        : [];
  const sources = [...new Set(filters.map(({ form }) => form))];
  const read = useQueries({ queries: sources.map((formId) => q(analyticsApi.source, { params: { formId } })) });
  return filters.map(({ id: filter, form, field, title }) => {
    const found = read[sources.indexOf(form)]?.data?.fields.find((one) => one.id === field);
    return { id: filter, title: textIn(title ?? found?.title, locale) || t('analytics.field_gone') };
  });
}

function FormTarget({ jump, chart, readOnly, onJump }: Of<'form'> & { chart: string | null }) {
  const t = useT();
  const locale = useLocale();
  const answer = useChartAnswer(chart);
  const source = useQuery({
    ...q(analyticsApi.source, { params: { formId: jump.id ?? '' } }),
    enabled: jump.id !== null,
  });
  const isOwn = jump.id !== null && answer.data?.definition.form === jump.id;
  const { field: _field, ...rest } = jump;
  return (
    <>
      <FieldRow label={t('analytics.jump.choose')}>
        <FormSelect
          value={jump.id}
          disabled={readOnly}
          formsOnly
          onChange={(id) => setOfSource(id) === undefined && onJump({ ...rest, id })}
        />
      </FieldRow>
      {chart !== null && jump.id !== null && (
        <FieldRow label={t('analytics.jump.field')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            disabled={readOnly}
            loading={source.isPending}
            value={jump.field ?? nowhere}
            options={[
              { value: nowhere, label: t(isOwn ? 'analytics.jump.field_mark' : 'analytics.jump.field_none') },
              ...(source.data?.fields ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
            ]}
            onChange={(field: string) => onJump(field === nowhere ? rest : { ...rest, field })}
          />
        </FieldRow>
      )}
    </>
  );
}

function KeyOfChart({ jump, chart, readOnly, onJump }: Of<JumpTarget> & { chart: string }) {
  const t = useT();
  const answer = useChartAnswer(chart);
  const { data } = answer;
  const keys = data ? usesOf(data.definition.settings).filter((use) => !isFigure(use)) : [];
  if (keys.length < 2) return null;
  const { key: _key, ...rest } = jump;
  const titleOf = (id: string) => data?.result.columns.find((column) => column.id === id)?.title ?? id;
  return (
    <FieldRow label={t('analytics.jump.key')}>
      <Select
        disabled={readOnly}
        value={jump.key ?? nowhere}
        options={[
          { value: nowhere, label: t('analytics.jump.key_first') },
          ...keys.map(({ id }) => ({ value: id, label: titleOf(id) })),
        ]}
        onChange={(key: string) => onJump(key === nowhere ? rest : { ...rest, key })}
      />
    </FieldRow>
  );
}

function useChartAnswer(chart: string | null) {
  return useAnswer(
    analyticsApi.chart,
    { params: { chartId: chart ?? '' }, body: { picks: [] } },
    { enabled: chart !== null },
  );
}
