import type { FlowFigures, NodeFigures, PersonFigures } from '@formwork/contract/workflow/overview.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { formatDuration } from '@formwork/ui/format/time-format.ts';
import { Tag } from 'antd';
import { useMemo } from 'react';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PaperTable } from '@formwork/web/paper/PaperTable.tsx';
import { usePrinting } from '@formwork/web/paper/use-printing.ts';
import { FiguresCard } from './FiguresCard.tsx';

export function FlowTable({ rows }: { rows: FlowFigures[] }) {
  const { t, locale, span, count } = useWords();
  const columns = useMemo(
    (): ListColumn<FlowFigures>[] => [
      { id: 'title', title: t('workflow.overview.flow'), width: 240, value: (row) => textIn(row.title, locale) },
      count('started', (row) => row.started),
      count('finished', (row) => row.finished),
      count('running', (row) => row.running),
      count('invalid', (row) => row.invalid),
      span('average', (row) => row.average),
      span('median', (row) => row.median),
    ],
    [t, locale, span, count],
  );
  return <Table label={t('workflow.overview.part_flows')} rows={rows} columns={columns} rowKey={(row) => row.formId} />;
}

export function NodeTable({ rows, single }: { rows: NodeFigures[]; single: boolean }) {
  const { t, locale, span, count, overdue } = useWords();
  const columns = useMemo(
    (): ListColumn<NodeFigures>[] => [
      {
        id: 'name',
        title: t('workflow.overview.node'),
        width: 170,
        render: (row) => (
          <span className="overview-name">
            <span>{textIn(row.name, locale)}</span>{' '}
            {row.bottleneck && <Tag color="error">{t('workflow.overview.bottleneck')}</Tag>}
          </span>
        ),
      },
      ...(single
        ? []
        : [
            {
              id: 'form',
              title: t('workflow.overview.flow'),
              width: 120,
              value: (row: NodeFigures) => textIn(row.formTitle, locale),
            },
          ]),
      {
        id: 'share',
        title: t('workflow.overview.share'),
        width: 110,
        render: (row) => (
          <span className="overview-share">
            <i style={{ width: `${row.share * 0.7}%` }} data-hot={row.bottleneck || undefined} />
            {row.share} %
          </span>
        ),
      },
      count('completed', (row) => row.completed),
      count('returned', (row) => row.returned),
      span('median', (row) => row.median),
      span('average', (row) => row.average),
      span('p90', (row) => row.p90),
      span('longest', (row) => row.longest),
      count('open', (row) => row.open),
      overdue((row) => row.overdue),
      {
        id: 'oldest',
        title: t('workflow.overview.oldest'),
        width: 110,
        render: (row) => (row.oldestOpenAt ? <Time at={row.oldestOpenAt} locale={locale} /> : null),
      },
    ],
    [t, locale, single, span, count, overdue],
  );
  return (
    <Table
      label={t('workflow.overview.part_nodes')}
      rows={rows}
      columns={columns}
      rowKey={(row) => `${row.formId} ${row.node}`}
    />
  );
}

export function PersonTable({ rows }: { rows: PersonFigures[] }) {
  const { t, locale, span, count, overdue } = useWords();
  const most = Math.max(1, ...rows.map((row) => row.open));
  const columns = useMemo(
    (): ListColumn<PersonFigures>[] => [
      {
        id: 'name',
        title: t('workflow.overview.person'),
        width: 200,
        value: (row) => row.person.name || t('workflow.overview.gone'),
      },
      {
        id: 'load',
        title: t('workflow.overview.open'),
        width: 160,
        render: (row) => (
          <span className="overview-share">
            <i style={{ width: `${(row.open / most) * 70}%` }} />
            {row.open}
          </span>
        ),
      },
      overdue((row) => row.overdue),
      {
        id: 'oldest',
        title: t('workflow.overview.oldest'),
        width: 150,
        render: (row) => (row.oldestOpenAt ? <Time at={row.oldestOpenAt} locale={locale} /> : null),
      },
      count('handled', (row) => row.handled),
      span('average', (row) => row.average),
    ],
    [t, locale, most, span, count, overdue],
  );
  return (
    <Table label={t('workflow.overview.part_people')} rows={rows} columns={columns} rowKey={(row) => row.person.id} />
  );
}

function Table<Row>(props: { label: string; rows: Row[]; columns: ListColumn<Row>[]; rowKey: (row: Row) => string }) {
  const t = useT();
  const printing = usePrinting();
  if (printing) return <PaperTable<Row> {...props} />;
  return (
    <DataList<Row>
      {...props}
      renderCard={(row) => <FiguresCard columns={props.columns} row={row} />}
      empty={<EmptyState title={t('workflow.overview.empty')} hint={t('workflow.overview.empty_hint')} />}
    />
  );
}

function useWords() {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => ({
      t,
      locale,
      span: <Row,>(id: string, of: (row: Row) => number | null): ListColumn<Row> => ({
        id,
        title: t(`workflow.overview.${id}`),
        width: 88,
        align: 'end',
        value: (row) => {
          const took = of(row);
          return took === null ? '–' : formatDuration(took, locale);
        },
      }),
      count: <Row,>(id: string, of: (row: Row) => number): ListColumn<Row> => ({
        id,
        title: t(`workflow.overview.${id}`),
        width: 80,
        align: 'end',
        value: (row) => String(of(row)),
      }),
      overdue: <Row,>(of: (row: Row) => number): ListColumn<Row> => ({
        id: 'overdue',
        title: t('workflow.overview.overdue'),
        width: 76,
        align: 'end',
        render: (row) => <span className={of(row) > 0 ? 'overview-late' : undefined}>{of(row)}</span>,
      }),
    }),
    [t, locale],
  );
}
