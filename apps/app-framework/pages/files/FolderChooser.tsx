import { FolderFilled, RightOutlined } from '@ant-design/icons';
import type { DocumentNode } from '@formwork/contract/documents/api.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { FolderWay } from './FolderWay.tsx';
import { includesLevel } from './levels.ts';
import { useFolder } from './use-folder.ts';

interface Props {
  appId: string;
  title: string;
  /** What is moved or copied: none of them can be the target. */
  nodes: readonly DocumentNode[];
  pending: boolean;
  onChosen: (folder: string | null) => void;
  onClose: () => void;
}

/** Walks through the folders of the application to one that takes something. */
export function FolderChooser({ appId, title, nodes, pending, onChosen, onClose }: Props) {
  const t = useT();
  const [folder, setFolder] = useState<string | null>(null);
  const place = useFolder(appId, folder, 'name');
  const moved = new Set(nodes.map(({ id }) => id));
  const folders = place.rows.filter(({ kind, id }) => kind === 'folder' && !moved.has(id));
  return (
    <Modal
      open
      title={title}
      okText={t('documents.chooser.here')}
      okButtonProps={{ disabled: !includesLevel(place.level, 'edit') }}
      confirmLoading={pending}
      onOk={() => onChosen(folder)}
      onCancel={onClose}
    >
      <FolderWay title={t('documents.chooser.top')} way={place.way} onOpen={setFolder} onDropInto={() => undefined} />
      <div className="documents-chooser">
        {place.list.status === 'loading' ? (
          <SkeletonRows rows={4} />
        ) : place.list.status === 'error' ? (
          <ErrorState small onRetry={place.list.onRetry} />
        ) : folders.length === 0 ? (
          <EmptyState small title={t('documents.chooser.none')} />
        ) : (
          folders.map((one) => (
            <button key={one.id} type="button" onClick={() => setFolder(one.id)}>
              <FolderFilled aria-hidden /> <span>{one.name}</span> <RightOutlined aria-hidden />
            </button>
          ))
        )}
        {place.list.hasMore && folders.length === place.rows.length && (
          <Button size="small" loading={place.list.loadingMore} onClick={place.list.onEndReached}>
            {t('documents.load_more')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
