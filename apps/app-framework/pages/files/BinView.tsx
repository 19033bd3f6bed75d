import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { documentsApi, type BinnedNode } from '@formwork/contract/documents/api.ts';
import type { App as AppView } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useSetQuery } from '@formwork/web/router/page-context.ts';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { NodeIcon } from './NodeIcon.tsx';

/** What was removed, as far as the person may bring it back. */
export function BinView({ app }: { app: AppView }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const setQuery = useSetQuery();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const params = { appId: app.id };
  const { rows, ...list } = useCursorPages(keyOf(documentsApi.listBin, { params }), ({ after }) =>
    call(documentsApi.listBin, { params, query: { ...(after !== undefined && { cursor: after }) } }),
  );
  const settled = { refresh: [documentsApi.listBin, documentsApi.list], onDone: () => setSelection(new Set()) };
  const restore = useCommand(documentsApi.restore, settled);
  const purge = useCommand(documentsApi.purge, settled);
  const bringBack = (nodes: string[]) => restore.run({ params, body: { nodes } });
  const ask = (nodes: string[]) =>
    void modal.confirm({
      title: t('documents.purge.title', { count: nodes.length }),
      content: t('documents.purge.hint'),
      okText: t('documents.purge.do'),
      okButtonProps: { danger: true },
      onOk: () => purge.run({ params, body: { nodes } }),
    });
  const columns = useMemo(
    (): ListColumn<BinnedNode>[] => [
      {
        id: 'name',
        title: t('documents.column.name'),
        width: 360,
        render: (node) => (
          <span className="documents-name">
            <NodeIcon node={{ ...node, type: null }} /> <span>{node.name}</span>
          </span>
        ),
      },
      { id: 'place', title: t('documents.column.place'), width: 260, value: ({ place }) => place.join(' / ') },
      { id: 'by', title: t('documents.bin.by'), width: 140, value: ({ removedBy }) => removedBy },
      {
        id: 'at',
        title: t('documents.bin.at'),
        width: 160,
        render: ({ removedAt }) => <Time at={removedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
  return (
    <Page
      fill
      flush
      title={t('documents.bin.title')}
      note={textIn(app.title, locale)}
      back={() => setQuery({ bin: undefined })}
    >
      <DataList<BinnedNode>
        label={t('documents.bin.title')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...list}
        selection={selection}
        onSelection={(next) => setSelection(next)}
        rowActions={({ id }) => [
          {
            id: 'restore',
            title: t('documents.bin.restore'),
            icon: <RollbackOutlined />,
            onSelect: () => void bringBack([id]),
          },
          {
            id: 'purge',
            title: t('documents.purge.do'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () => ask([id]),
          },
        ]}
        bulkActions={
          <>
            <Button size="small" icon={<RollbackOutlined />} onClick={() => void bringBack([...selection])}>
              {t('documents.bin.restore')}
            </Button>
            <Button size="small" danger onClick={() => ask([...selection])}>
              {t('documents.purge.do')}
            </Button>
          </>
        }
        empty={<EmptyState title={t('documents.bin.empty')} hint={t('documents.bin.empty_hint')} />}
      />
    </Page>
  );
}
