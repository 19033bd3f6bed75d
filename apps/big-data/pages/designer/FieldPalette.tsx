import {
  CalculatorOutlined,
  CalendarOutlined,
  FontSizeOutlined,
  NumberOutlined,
  FieldBinaryOutlined,
} from '@ant-design/icons';
import { slotsOf } from '@formwork/chart/fits.ts';
import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type { ChartSettings, ChartSlot } from '@formwork/contract/analytics/chart.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { DragSource } from '@formwork/ui/drag/drag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { accepts, type Offered } from './edits.ts';

interface Props {
  reading: UseQueryResult<{ title: Text; fields: SourceField[] }>;
  settings: ChartSettings;
  readOnly: boolean;
  onTake: (offered: Offered, slot?: ChartSlot) => void;
}

/** The fields of the form: dragged into a slot, put into the first that takes them by a click, or into any by the menu. */
export function FieldPalette({ reading, settings, readOnly, onTake }: Props) {
  const t = useT();
  const locale = useLocale();
  const [search, setSearch] = useState('');
  if (!reading.data)
    return (
      <Unread
        of={[reading]}
        small
        refused={t('analytics.source_failed')}
        skeleton={<SkeletonRows rows={8} columns={1} />}
      />
    );
  const wanted = search.trim().toLowerCase();
  const titled = reading.data.fields
    .map((field) => ({ field, title: textIn(field.title, locale) }))
    .filter(({ title }) => title.toLowerCase().includes(wanted));
  const entry = (key: string, title: string, icon: ReactNode, offered: Offered) => (
    <Entry
      key={key}
      id={key}
      title={title}
      icon={icon}
      offered={offered}
      settings={settings}
      readOnly={readOnly}
      onTake={onTake}
    />
  );
  return (
    <div className="fw-palette-pane">
      <input
        className="fw-palette-search"
        type="search"
        aria-label={t('analytics.field_search')}
        placeholder={t('analytics.field_search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <h3 className="fw-palette-group">{t('analytics.measures')}</h3>
      <div className="fw-palette-grid">
        {wanted === '' &&
          entry('offer:count', t('analytics.count_of_records'), <FieldBinaryOutlined />, { is: 'count' })}
        {wanted === '' && entry('offer:calc', t('analytics.calculated'), <CalculatorOutlined />, { is: 'calc' })}
        {titled
          .filter(({ field }) => field.measure)
          .map(({ field, title }) => entry(`offer:${field.id}`, title, <NumberOutlined />, { is: 'field', field }))}
      </div>
      <h3 className="fw-palette-group">{t('analytics.dimensions')}</h3>
      <div className="fw-palette-grid">
        {titled
          .filter(({ field }) => !field.measure)
          .map(({ field, title }) =>
            entry(`offer:${field.id}`, title, field.time ? <CalendarOutlined /> : <FontSizeOutlined />, {
              is: 'field',
              field,
            }),
          )}
      </div>
    </div>
  );
}

interface EntryProps {
  id: string;
  title: string;
  icon: ReactNode;
  offered: Offered;
  settings: ChartSettings;
  readOnly: boolean;
  onTake: (offered: Offered, slot?: ChartSlot) => void;
}

function Entry({ id, title, icon, offered, settings, readOnly, onTake }: EntryProps) {
  const t = useT();
  const slots = slotsOf(settings.kind).filter(([, need]) => accepts(need, offered));
  return (
    <div className="chart-offer">
      <DragSource id={id} title={title} payload={offered}>
        <button
          type="button"
          className="fw-palette-entry"
          disabled={readOnly || slots.length === 0}
          title={title}
          onClick={() => onTake(offered)}
        >
          {icon}
          <span>{title}</span>
        </button>
      </DragSource>
      {!readOnly && slots.length > 1 && (
        <MenuButton
          label={t('analytics.put_into', { field: title })}
          align="end"
          items={slots.map(([slot]) => ({
            id: slot,
            title: t(`charts.slot.${slot}`),
            onSelect: () => onTake(offered, slot),
          }))}
        />
      )}
    </div>
  );
}
