import { DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import { binApi, type BinRow } from '@formwork/contract/records/bin.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { Selection } from '@formwork/ui/list/list-selection.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNames } from '@formwork/web/pickers/names.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { BinFilter, type BinFilterProps } from './BinFilter.tsx';
import './recycle.css';
import { RestoreOutcome } from './RestoreOutcome.tsx';
import { useBinFilter } from './use-bin-filter.ts';
import { useBinWork } from './use-bin-work.tsx';

const nothing: Selection = new Set();

/** Deleted records: across applications, or those of one. Administrators bring them back or remove them for good. */
export function RecycleBin({ appId, ...narrowing }: { appId?: string } & Pick<BinFilterProps, 'shows'>) {
  const t = useT();
  const { filter, isEmpty, clear } = useBinFilter();
  const query = { ...filter, ...(appId !== undefined && { app: appId }) };
  const { rows, ...list } = useCursorPages<BinRow>([...keyOf(binApi.list), query], (after) =>
    call(binApi.list, { query: { ...query, ...after } }),
  );
  const [selection, setSelection] = useState(nothing);
  const mayChange = useCan()('records.bin.edit');
  const work = useBinWork(() => setSelection(nothing));
  const columns = useColumns(rows, appId === undefined);
  const shown = new Set(rows.map(({ id }) => id));
  const chosen = [...selection].filter((id) => shown.has(id));
  return (
    <div className="recycle-bin">
      <BinFilter appId={appId} {...narrowing} />
      <DataList<BinRow>
        label={t('recycle.list.title')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...list}
        empty={
          isEmpty ? (
            <EmptyState title={t('recycle.list.empty')} hint={t('recycle.list.empty_hint')} />
          ) : (
            <EmptyState
              title={t('recycle.list.none_found')}
              hint={t('recycle.list.none_found_hint')}
              action={<Button onClick={clear}>{t('recycle.filter.clear')}</Button>}
            />
          )
        }
        {...(mayChange && {
          selection,
          onSelection: setSelection,
          rowActions: ({ id, form }) => [
            {
              id: 'restore',
              title: t('recycle.action.restore'),
              icon: <UndoOutlined />,
              disabled: form === null || work.running !== undefined,
              onSelect: () => work.restore([id]),
            },
            {
              id: 'purge',
              title: t('recycle.action.purge'),
              icon: <DeleteOutlined />,
              danger: true,
              disabled: work.running !== undefined,
              onSelect: () => work.purge([id]),
            },
          ],
        })}
        bulkActions={
          work.running ? (
            <span role="status">{t('recycle.action.progress', { ...work.running })}</span>
          ) : (
            <>
              <Button size="small" icon={<UndoOutlined />} onClick={() => work.restore(chosen)}>
                {t('recycle.action.restore')}
              </Button>
              <Button size="small" danger icon={<DeleteOutlined />} onClick={() => work.purge(chosen)}>
                {t('recycle.action.purge')}
              </Button>
            </>
          )
        }
      />
      <RestoreOutcome outcomes={work.outcomes} onClose={work.forget} />
    </div>
  );
}

function useColumns(rows: BinRow[], everyApp: boolean): ListColumn<BinRow>[] {
  const t = useT();
  const locale = useLocale();
  const nameOf = useNames('people', [...new Set(rows.flatMap(({ deletedBy }) => deletedBy ?? []))]);
  return useMemo(
    (): ListColumn<BinRow>[] => [
      {
        id: 'title',
        title: t('recycle.row.title'),
        width: 280,
        value: ({ title }) => title || t('recycle.row.untitled'),
      },
      {
        id: 'form',
        title: t('recycle.row.form'),
        width: 180,
        value: ({ form }) => (form ? textIn(form.title, locale) : t('recycle.row.form_gone')),
      },
      ...(everyApp
        ? [
            {
              id: 'app',
              title: t('recycle.row.app'),
              width: 180,
              value: ({ form }: BinRow) => form && textIn(form.appTitle, locale),
            },
          ]
        : []),
      {
        id: 'who',
        title: t('recycle.row.who'),
        width: 160,
        render: ({ deletedBy }) =>
          deletedBy === null ? t('recycle.row.system') : <Person name={nameOf(deletedBy) ?? '…'} />,
      },
      {
        id: 'when',
        title: t('recycle.row.when'),
        width: 180,
        render: ({ deletedAt }) => <Time at={deletedAt} locale={locale} />,
      },
    ],
    [t, locale, nameOf, everyApp],
  );
}
