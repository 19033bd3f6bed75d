import type { DocumentNode } from '@formwork/contract/documents/api.ts';
import { BulkBar } from '@formwork/ui/list/bulk-bar.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { smallPictureAddress } from '@formwork/records-ui/fields/files/file-values.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Checkbox } from 'antd';
import { dragged, droppedInto } from './node-drag.ts';
import { NodeIcon } from './NodeIcon.tsx';
import { BulkActions, type NodesProps } from './NodeList.tsx';

/** The same as pictures; those out of sight cost nothing to draw. */
export function NodeGrid({
  nodes,
  selection,
  onSelection,
  work,
  mayEdit,
  onOpenFolder,
  onDropInto,
  status,
  onRetry,
  requestId,
  hasMore,
  loadingMore,
  onEndReached,
}: NodesProps) {
  const t = useT();
  if (status === 'loading') return <SkeletonRows rows={6} />;
  if (status === 'error') return <ErrorState onRetry={onRetry} requestId={requestId} />;
  if (nodes.length === 0)
    return (
      <EmptyState title={t('documents.empty')} hint={t(mayEdit ? 'documents.empty_hint' : 'documents.empty_reader')} />
    );
  const toggle = (id: string) =>
    onSelection(new Set(selection.has(id) ? [...selection].filter((one) => one !== id) : [...selection, id]));
  return (
    <div
      className="documents-grid-scroll"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (hasMore && !loadingMore && scrollHeight - scrollTop - clientHeight < 600) onEndReached?.();
      }}
    >
      <ul className="documents-grid" aria-label={t('documents.list')}>
        {nodes.map((node) => (
          <li
            key={node.id}
            data-chosen={selection.has(node.id) || undefined}
            {...dragged(node.id, selection, mayEdit)}
            {...(node.kind === 'folder' && mayEdit && droppedInto(node.id, onDropInto))}
          >
            <button
              type="button"
              className="documents-tile"
              title={node.name}
              onClick={() => (node.kind === 'folder' ? onOpenFolder(node) : work.preview(node, nodes))}
            >
              <Picture node={node} />
              <span>{node.name}</span>
              <TileNote node={node} />
            </button>
            <Checkbox
              checked={selection.has(node.id)}
              onChange={() => toggle(node.id)}
              aria-label={t('documents.choose', { name: node.name })}
            />
            <span className="documents-tile-more">
              <MenuButton
                label={t('documents.more', { name: node.name })}
                items={() => work.actionsFor(node)}
                align="end"
              />
            </span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="documents-more">
          <Button loading={loadingMore === true} onClick={onEndReached}>
            {t('documents.load_more')}
          </Button>
        </div>
      )}
      {selection.size > 0 && (
        <BulkBar count={selection.size} onClear={() => onSelection(new Set())}>
          <BulkActions nodes={nodes.filter(({ id }) => selection.has(id))} work={work} mayEdit={mayEdit} />
        </BulkBar>
      )}
    </div>
  );
}

function Picture({ node }: { node: DocumentNode }) {
  const address =
    node.fileId === null ? undefined : smallPictureAddress({ id: node.fileId, type: node.type ?? '' }, 320);
  return address === undefined ? <NodeIcon node={node} /> : <img src={address} alt="" loading="lazy" />;
}

function TileNote({ node }: { node: DocumentNode }) {
  const locale = useLocale();
  return (
    <small>
      {node.size === null ? '' : `${formatBytes(node.size, locale)}${node.version > 1 ? ` · v${node.version}` : ''}`}
    </small>
  );
}
