import { documentsApi, type DocumentNode, type FoundNode } from '@formwork/contract/documents/api.ts';
import { mostSearched } from '@formwork/contract/records/search.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState, ErrorState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NodeIcon } from './NodeIcon.tsx';
import type { NodeWork } from './use-node-work.tsx';

interface Props {
  appId: string;
  folder: string | null;
  search: string;
  work: NodeWork;
  onOpenFolder: (node: DocumentNode) => void;
}

/** What is called like the search, in this folder and all below it. */
export function FoundNodes({ appId, folder, search, work, onOpenFolder }: Props) {
  const t = useT();
  const locale = useLocale();
  const found = useQuery({
    ...q(documentsApi.find, { params: { appId }, query: { search, ...(folder !== null && { folder }) } }),
    retry: false,
  });
  const columns = useMemo(
    (): ListColumn<FoundNode>[] => [
      {
        id: 'name',
        title: t('documents.column.name'),
        width: 360,
        render: (node) => (
          <span className="documents-name">
            <NodeIcon node={node} /> <span>{node.name}</span>
          </span>
        ),
      },
      { id: 'place', title: t('documents.column.place'), width: 280, value: ({ place }) => place.join(' / ') },
      { id: 'by', title: t('documents.column.by'), width: 140, value: ({ modifiedBy }) => modifiedBy },
      {
        id: 'modified',
        title: t('documents.column.at'),
        width: 160,
        render: ({ modifiedAt }) => <Time at={modifiedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
  if (found.isError)
    return (
      <ErrorState
        hint={errorText(found.error, t)}
        onRetry={() => void found.refetch()}
        requestId={isApiError(found.error) ? found.error.requestId : undefined}
      />
    );
  const rows = found.data?.rows ?? [];
  return (
    <>
      {found.data?.more && (
        <p className="documents-notice" role="status">
          {t('documents.refine', { count: mostSearched })}
        </p>
      )}
      <DataList<FoundNode>
        label={t('documents.list')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        status={found.isPending ? 'loading' : 'ready'}
        onOpen={(node) => (node.kind === 'folder' ? onOpenFolder(node) : work.preview(node, rows))}
        rowActions={(node) => work.actionsFor(node)}
        empty={<EmptyState title={t('documents.nothing_found', { search })} />}
      />
    </>
  );
}
