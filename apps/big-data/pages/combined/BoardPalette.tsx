import {
  BarChartOutlined,
  FileImageOutlined,
  FontSizeOutlined,
  FontColorsOutlined,
  GlobalOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import type { DashboardPanel } from '@formwork/contract/analytics/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Modal } from 'antd';
import { useState } from 'react';
import { useCharts } from '../../parts/ChartChoice.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type NewPanel = Without<DashboardPanel, 'id' | 'place' | 'page'>;

/** Charts that one may put on a dashboard, words and pictures: a click adds one where there is room. */
export function BoardPalette({ onAdd }: { onAdd: (panel: NewPanel, size: { w: number; h: number }) => void }) {
  const t = useT();
  const locale = useLocale();
  const charts = useCharts();
  const [search, setSearch] = useState('');
  const [choosing, setChoosing] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = (charts.data?.rows ?? [])
    .filter(({ released }) => released !== null)
    .map(({ id, name }) => ({ id, name: textIn(name, locale) }))
    .filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="fw-palette-pane">
      <h3 className="fw-palette-group">{t('analytics.board_parts')}</h3>
      <div className="fw-palette-grid">
        <button
          type="button"
          className="fw-palette-entry"
          onClick={() => onAdd({ is: 'text', look: 'title', text: { zh: t('analytics.new_title') } }, { w: 24, h: 2 })}
        >
          <FontSizeOutlined />
          <span>{t('analytics.panel.title')}</span>
        </button>
        <button
          type="button"
          className="fw-palette-entry"
          onClick={() => onAdd({ is: 'text', text: { zh: t('analytics.new_text') } }, { w: 8, h: 4 })}
        >
          <FontColorsOutlined />
          <span>{t('analytics.panel.text')}</span>
        </button>
        <button type="button" className="fw-palette-entry" onClick={() => setChoosing(true)}>
          <FileImageOutlined />
          <span>{t('analytics.panel.picture')}</span>
        </button>
        <button
          type="button"
          className="fw-palette-entry"
          onClick={() => onAdd({ is: 'frame', title: null, address: 'https://' }, { w: 12, h: 10 })}
        >
          <GlobalOutlined />
          <span>{t('analytics.panel.frame')}</span>
        </button>
      </div>
      <h3 className="fw-palette-group">{t('analytics.tab.charts')}</h3>
      <input
        className="fw-palette-search"
        type="search"
        aria-label={t('analytics.chart_search')}
        placeholder={t('analytics.chart_search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {!charts.data ? (
        <Unread of={[charts]} small skeleton={<SkeletonRows rows={5} columns={1} />} />
      ) : (
        <div className="fw-palette-grid">
          {found.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="fw-palette-entry"
              title={name}
              onClick={() => onAdd({ is: 'chart', chart: id, title: null }, { w: 12, h: 8 })}
            >
              <BarChartOutlined />
              <span>{name}</span>
            </button>
          ))}
          {found.length === 0 && <p className="analytics-quiet board-hint">{t('analytics.chart_none')}</p>}
          <Link className="fw-palette-entry" href={pathTo('chartDesigner', {})}>
            <PlusOutlined />
            <span>{t('analytics.chart.add')}</span>
          </Link>
        </div>
      )}
      {choosing && (
        <Modal open title={t('analytics.panel.picture')} footer={null} onCancel={() => setChoosing(false)}>
          <PictureInput
            onPicture={(src) => {
              onAdd({ is: 'picture', src }, { w: 8, h: 6 });
              setChoosing(false);
            }}
          />
        </Modal>
      )}
    </div>
  );
}
