import { assetsApi } from '@formwork/contract/assets/api.ts';
import {
  assetKinds,
  assetStates,
  assetWaits,
  certifications,
  sensitivities,
  type AssetRow,
} from '@formwork/contract/assets/asset.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import type { DataListProps } from '@formwork/ui/list/data-list.tsx';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { filtersOf } from '@formwork/web/elements/filters-of.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, number, person, time, title, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useList } from '@formwork/web/list/use-list.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { assets } from '../../asset-lists.ts';
import { AccessDrawer } from './AccessDrawer.tsx';
import { AssetDrawer } from './AssetDrawer.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { AssetKind, assetKindName, Certified, SensitivityTag } from './kind.tsx';
import { OverdueDrawer } from './OverdueDrawer.tsx';
import { useWordNames } from './use-word-names.ts';
import './assets.css';

type Selection = NonNullable<DataListProps<AssetRow>['selection']>;

/** All assets: found, opened, and changed many at once. */
export default function ManagementPage() {
  const t = useT();
  const locale = useLocale();
  const [opened, setOpened] = useQueryText('id');
  const [access, setAccess] = useQueryText('access');
  const [overdue, setOverdue] = useQueryText('overdue');
  const [selection, setSelection] = useState<Selection>(new Set() as Selection);
  const [changing, setChanging] = useState(false);
  const [domain] = useQueryText('domain');
  const domains = useQuery(q(assetsApi.words, { query: { kind: 'domain', limit: 200 } })).data?.rows ?? [];
  const domainName = useWordNames(domain === undefined ? [] : [domain]);
  const categories = useQuery(q(assetsApi.categories)).data ?? [];
  const count = useList(assets).first?.count;
  const certify = useCommand(assetsApi.bulk, { refresh: [assetsApi.list, assetsApi.overview] });
  const columns = useMemo(
    () =>
      columnsOf<AssetRow>()('assets.column', {
        title: wide(title, 220),
        kind: { width: 130, cell: ({ kind }) => <AssetKind kind={kind} /> },
        place: { width: 140, cell: ({ place }) => textIn(place, locale) },
        certified: { width: 100, cell: (row) => (row.certified === 'none' ? null : <Certified of={row} />) },
        sensitivity: {
          width: 100,
          cell: ({ sensitivity }) => (sensitivity === 'open' ? null : <SensitivityTag level={sensitivity} />),
        },
        owner: person,
        columnCount: number,
        used: number,
        changedAt: time,
      }),
    [locale],
  );
  const elements = useElements('dataAssets');
  const filter = <N extends string>(
    name: N,
    values: readonly string[],
    labelOf: (value: string) => string,
    label: string,
  ) => ({ name, label, options: values.map((value) => ({ value, label: labelOf(value) })) });
  const chosen = [...(selection as unknown as Iterable<string>)].map(Number);
  const id = Number(opened);
  return (
    <Page
      fill
      flush
      title={t('assets.management')}
      actions={
        <Arranged of={elements} group="tools">
          <Link key="categories" href={pathTo('assetCategories', {})}>
            {elements.title('tools', 'categories', t('assets.categories'))}
          </Link>
          <Button key="access" onClick={() => setAccess('yes')}>
            {elements.title('tools', 'access', t('assets.access'))}
          </Button>
          <Button key="overdue" onClick={() => setOverdue('yes')}>
            {elements.title('tools', 'overdue', t('assets.overdue'))}
          </Button>
        </Arranged>
      }
    >
      <ListPane<AssetRow, unknown>
        list={assets}
        columns={columns}
        label={t('assets.management')}
        rowKey={(row) => String(row.id)}
        {...filtersOf(elements, 'filters', {
          search: t('assets.search'),
          filters: [
            filter('kind', assetKinds, (value) => assetKindName(value, t), t('assets.column.kind')),
            filter('certified', certifications, (value) => t(`assets.certified.${value}`), t('assets.certification')),
            filter(
              'sensitivity',
              sensitivities,
              (value) => t(`assets.sensitivity.${value}`),
              t('assets.column.sensitivity'),
            ),
            filter('state', assetStates, (value) => t(`assets.state.${value}`), t('assets.column.state')),
            filter('waits', assetWaits, (value) => t(`assets.waiting.${value}`), t('assets.overview.waiting')),
            {
              name: 'category' as const,
              label: t('assets.category'),
              options: categories.map((one) => ({ value: one.id, label: textIn(one.name, locale) })),
            },
            {
              name: 'domain' as const,
              label: t('assets.domain'),
              options: [
                ...(domain === undefined || domains.some((one) => one.id === domain)
                  ? []
                  : [{ value: domain, label: domainName(domain) }]),
                ...domains.map((one) => ({ value: one.id, label: textIn(one.name, locale) })),
              ],
            },
          ],
        })}
        tools={
          count && (
            <span className="list-total" role="status">
              {t(count.exact ? 'assets.count' : 'assets.count_more', { count: count.count })}
            </span>
          )
        }
        onOpen={(row) => setOpened(String(row.id))}
        selection={selection}
        onSelection={setSelection}
        bulkActions={
          <>
            <Button onClick={() => setChanging(true)}>{t('assets.bulk')}</Button>
            <Button
              loading={certify.pending}
              onClick={() => void certify.run({ body: { ids: chosen, certified: 'certified' } })}
            >
              {t('assets.certify')}
            </Button>
          </>
        }
        empty={{ title: t('assets.none'), hint: t('assets.none_hint') }}
      />
      {access === 'yes' && <AccessDrawer onClose={() => setAccess(undefined)} />}
      {overdue === 'yes' && (
        <OverdueDrawer onOpen={(one) => setOpened(String(one))} onClose={() => setOverdue(undefined)} />
      )}
      {changing && <BulkDialog ids={chosen} onClose={() => setChanging(false)} />}
      {Number.isSafeInteger(id) && id > 0 && <AssetDrawer key={id} id={id} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}
