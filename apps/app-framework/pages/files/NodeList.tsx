import { DownloadOutlined } from '@ant-design/icons';
import type { DocumentNode, DocumentSort } from '@formwork/contract/documents/api.ts';
import { DataList, type DataListProps } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useMemo } from 'react';
import { dragged, droppedInto } from './node-drag.ts';
import { NodeIcon } from './NodeIcon.tsx';
import type { NodeWork } from './use-node-work.tsx';

export interface NodesProps extends Pick<
  DataListProps<DocumentNode>,
  'status' | 'onRetry' | 'requestId' | 'hasMore' | 'loadingMore' | 'onEndReached'
> {
  nodes: DocumentNode[];
  selection: ReadonlySet<string>;
  onSelection: (selection: ReadonlySet<string>) => void;
  work: NodeWork;
  mayEdit: boolean;
  onOpenFolder: (node: DocumentNode) => void;
  onDropInto: (nodes: string[], folder: string | null) => void;
}

export function NodeList({
  nodes,
  selection,
  onSelection,
  work,
  mayEdit,
  onOpenFolder,
  onDropInto,
  sort,
  onSort,
  ...list
}: NodesProps & { sort: DocumentSort; onSort: (sort: DocumentSort) => void }) {
  const t = useT();
  const locale = useLocale();
  const columns = useMemo(
    (): ListColumn<DocumentNode>[] => [
      {
        id: 'name',
        title: t('documents.column.name'),
        width: 420,
        sortable: true,
        render: (node) => (
          <span
            className="documents-name"
            {...dragged(node.id, selection, mayEdit)}
            {...(node.kind === 'folder' && mayEdit && droppedInto(node.id, onDropInto))}
          >
            <NodeIcon node={node} /> <span>{node.name}</span>
            {node.version > 1 && <span className="documents-version">v{node.version}</span>}
          </span>
        ),
      },
      {
        id: 'size',
        title: t('documents.column.size'),
        width: 110,
        align: 'end',
        sortable: true,
        value: ({ size }) => (size === null ? '' : formatBytes(size, locale)),
      },
      { id: 'by', title: t('documents.column.by'), width: 140, value: ({ modifiedBy }) => modifiedBy },
      {
        id: 'modified',
        title: t('documents.column.at'),
        width: 160,
        sortable: true,
        render: ({ modifiedAt }) => <Time at={modifiedAt} locale={locale} />,
      },
    ],
    [t, locale, selection, mayEdit, onDropInto],
  );
  const chosen = nodes.filter(({ id }) => selection.has(id));
  return (
    <DataList<DocumentNode>
      label={t('documents.list')}
      rows={nodes}
      columns={columns}
      rowKey={({ id }) => id}
      {...list}
      onOpen={(node) => (node.kind === 'folder' ? onOpenFolder(node) : work.preview(node, nodes))}
      rowActions={(node) => work.actionsFor(node)}
      sort={[{ column: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }]}
      onSort={([by]) => onSort(by ? (`${by.direction === 'desc' ? '-' : ''}${by.column}` as DocumentSort) : 'name')}
      selection={selection}
      onSelection={(next) => onSelection(next)}
      bulkActions={<BulkActions nodes={chosen} work={work} mayEdit={mayEdit} />}
      empty={
        <EmptyState
          title={t('documents.empty')}
          hint={t(mayEdit ? 'documents.empty_hint' : 'documents.empty_reader')}
        />
      }
    />
  );
}

export function BulkActions({ nodes, work, mayEdit }: { nodes: DocumentNode[]; work: NodeWork; mayEdit: boolean }) {
  const t = useT();
  return (
    <>
      <Button size="small" icon={<DownloadOutlined />} onClick={() => work.downloadAll(nodes)}>
        {t('documents.action.zip')}
      </Button>
      {mayEdit && (
        <Button size="small" onClick={() => work.ask('move', nodes)}>
          {t('documents.action.move')}
        </Button>
      )}
      {mayEdit && (
        <Button size="small" onClick={() => work.ask('copy', nodes)}>
          {t('documents.action.copy')}
        </Button>
      )}
      {mayEdit && (
        <Button size="small" danger onClick={() => work.remove(nodes)}>
          {t('documents.action.remove')}
        </Button>
      )}
    </>
  );
}
