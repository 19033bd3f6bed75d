import {
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FolderOpenOutlined,
  HistoryOutlined,
  LinkOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import { documentsApi, mostNodes, type DocumentNode } from '@formwork/contract/documents/api.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { downloadAddress, previewAddress } from '@formwork/records-ui/fields/files/file-values.ts';
import { addressOf } from '@formwork/web/http/call.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useOpenWindow } from '@formwork/web/router/use-open-window.ts';
import { App } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import { FolderChooser } from './FolderChooser.tsx';
import { DocumentLinksDrawer } from './DocumentLinksDrawer.tsx';
import { includesLevel } from './levels.ts';
import { NameDialog } from './NameDialog.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import { VersionsDrawer } from './VersionsDrawer.tsx';

export interface NodeWork {
  actionsFor(node: DocumentNode): MenuAction[];
  preview(node: DocumentNode, among: readonly DocumentNode[]): void;
  downloadAll(nodes: readonly DocumentNode[]): void;
  ask(what: 'move' | 'copy', nodes: readonly DocumentNode[]): void;
  remove(nodes: readonly DocumentNode[]): void;
  moveInto(nodes: string[], folder: string | null): void;
  /** Whatever is open. */
  dialog: ReactNode;
}

type Open =
  | { what: 'move'; nodes: readonly DocumentNode[] }
  | { what: 'copy'; nodes: readonly DocumentNode[] }
  | { what: 'rename'; node: DocumentNode }
  | { what: 'versions'; node: DocumentNode }
  | { what: 'links'; node: DocumentNode }
  | { what: 'rules'; node: DocumentNode };

/** What can be done with folders and documents, wherever they are shown. */
export function useNodeWork(appId: string, onDone: () => void): NodeWork {
  const t = useT();
  const { modal, message } = App.useApp();
  const openWindow = useOpenWindow();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const settled = {
    refresh: [documentsApi.list, documentsApi.find],
    onDone: () => {
      setOpen(undefined);
      onDone();
    },
  };
  const { run: runMove, pending: moving } = useCommand(documentsApi.move, settled);
  const copy = useCommand(documentsApi.copy, settled);
  const drop = useCommand(documentsApi.remove, settled);
  const ids = (nodes: readonly DocumentNode[]) => nodes.slice(0, mostNodes).map(({ id }) => id);
  const moveInto = useCallback(
    (nodes: string[], folder: string | null) => {
      void runMove({ params: { appId }, body: { nodes: nodes.slice(0, mostNodes), folder } });
    },
    [runMove, appId],
  );
  const remove = (nodes: readonly DocumentNode[]) =>
    void modal.confirm({
      title: t('documents.remove.title', { count: nodes.length }),
      content: t('documents.remove.hint'),
      okText: t('documents.action.remove'),
      okButtonProps: { danger: true },
      onOk: () => drop.run({ params: { appId }, body: { nodes: ids(nodes) } }),
    });
  const downloadAll = (nodes: readonly DocumentNode[]) => {
    if (!nodes.some(({ level }) => includesLevel(level, 'download')))
      return void message.warning(t('documents.no_download'));
    location.assign(addressOf(documentsApi.archive, { params: { appId }, query: { ids: ids(nodes).join() } }));
  };
  const preview = (node: DocumentNode, among: readonly DocumentNode[]) => {
    if (node.fileId === null) return;
    openWindow(
      previewAddress(
        { id: node.fileId },
        among.flatMap(({ fileId }) => (fileId === null ? [] : { id: fileId })),
      ),
    );
  };
  const actionsFor = (node: DocumentNode): MenuAction[] => {
    const mayEdit = includesLevel(node.level, 'edit');
    const isDocument = node.kind === 'document';
    return [
      ...(isDocument
        ? [
            {
              id: 'preview',
              title: t('documents.action.preview'),
              icon: <EyeOutlined />,
              onSelect: () => preview(node, []),
            },
          ]
        : []),
      ...(includesLevel(node.level, 'download')
        ? [
            isDocument && node.fileId !== null
              ? {
                  id: 'download',
                  title: t('documents.action.download'),
                  icon: <DownloadOutlined />,
                  onSelect: () => location.assign(downloadAddress({ id: node.fileId! })),
                }
              : {
                  id: 'zip',
                  title: t('documents.action.zip'),
                  icon: <DownloadOutlined />,
                  onSelect: () => downloadAll([node]),
                },
          ]
        : []),
      ...(isDocument
        ? [
            {
              id: 'versions',
              title: t('documents.action.versions'),
              icon: <HistoryOutlined />,
              onSelect: () => setOpen({ what: 'versions', node }),
            },
          ]
        : []),
      ...(mayEdit
        ? [
            {
              id: 'rename',
              title: t('documents.action.rename'),
              icon: <EditOutlined />,
              onSelect: () => setOpen({ what: 'rename', node }),
            },
            {
              id: 'move',
              title: t('documents.action.move'),
              icon: <FolderOpenOutlined />,
              onSelect: () => setOpen({ what: 'move', nodes: [node] }),
            },
            {
              id: 'copy',
              title: t('documents.action.copy'),
              icon: <CopyOutlined />,
              onSelect: () => setOpen({ what: 'copy', nodes: [node] }),
            },
          ]
        : []),
      ...(mayEdit
        ? [
            {
              id: 'links',
              title: t('documents.links.action'),
              icon: <LinkOutlined />,
              onSelect: () => setOpen({ what: 'links', node }),
            },
          ]
        : []),
      ...(!isDocument && includesLevel(node.level, 'manage')
        ? [
            {
              id: 'rules',
              title: t('documents.rules.open'),
              icon: <SafetyOutlined />,
              onSelect: () => setOpen({ what: 'rules', node }),
            },
          ]
        : []),
      ...(mayEdit
        ? [
            {
              id: 'remove',
              title: t('documents.action.remove'),
              icon: <DeleteOutlined />,
              danger: true,
              onSelect: () => remove([node]),
            },
          ]
        : []),
    ];
  };
  const dialog = !open ? null : open.what === 'move' ? (
    <FolderChooser
      appId={appId}
      title={t('documents.action.move')}
      nodes={open.nodes}
      pending={moving}
      onChosen={(folder) => moveInto(ids(open.nodes), folder)}
      onClose={close}
    />
  ) : open.what === 'copy' ? (
    <FolderChooser
      appId={appId}
      title={t('documents.action.copy')}
      nodes={open.nodes}
      pending={copy.pending}
      onChosen={(folder) => void copy.run({ params: { appId }, body: { nodes: ids(open.nodes), folder } })}
      onClose={close}
    />
  ) : open.what === 'rename' ? (
    <NameDialog appId={appId} folder={open.node.parentId} node={open.node} onClose={close} />
  ) : open.what === 'links' ? (
    <DocumentLinksDrawer appId={appId} node={open.node} onClose={close} />
  ) : open.what === 'rules' ? (
    <RulesDialog appId={appId} folder={open.node.id} title={open.node.name} onClose={close} />
  ) : (
    <VersionsDrawer appId={appId} node={open.node} onClose={close} />
  );
  return { actionsFor, preview, downloadAll, ask: (what, nodes) => setOpen({ what, nodes }), remove, moveInto, dialog };
}
