import { documentsApi, type DocumentNode } from '@formwork/contract/documents/api.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, TreeSelect } from 'antd';
import { useState } from 'react';

interface Props {
  id: string;
  app: string;
  kind: 'document' | 'folder';
  /** Null of a folder: the top. */
  value: string | null;
  name: string;
  disabled: boolean;
  onChange: (node: string | null, name: string) => void;
}

const top = 'top';
const mostShown = 2_000;

/** Folders of an application of files, each read when it is opened, and the documents in them. */
export function DocumentTree({ id, app, kind, value, name, disabled, onChange }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const first = useQuery({
    queryKey: keyOf(documentsApi.list, { params: { appId: app }, query: { limit: mostShown } }),
    queryFn: () => lyingIn(app, undefined),
  });
  const [opened, setOpened] = useState<DocumentNode[]>([]);
  const [cutFolders, setCutFolders] = useState<string[]>([]);
  const isShown = (node: DocumentNode) => kind === 'document' || node.kind === 'folder';
  const nodes = [...(first.data?.rows ?? []), ...opened].filter(isShown);
  const load = async (folder: string) => {
    try {
      const { rows, isCut: more } = await lyingIn(app, folder);
      setOpened((before) => [...before.filter(({ parentId }) => parentId !== folder), ...rows]);
      setCutFolders((before) => [...before.filter((one) => one !== folder), ...(more ? [folder] : [])]);
    } catch (error) {
      void message.error(errorText(error, t));
    }
  };
  const cut = [...(first.data?.isCut ? [''] : []), ...cutFolders];
  const shown = value ?? (kind === 'folder' ? top : undefined);
  return (
    <TreeSelect
      id={id}
      disabled={disabled}
      loading={first.isPending}
      treeDataSimpleMode={{ rootPId: '' }}
      // a chosen one whose folder was not opened is known by the name it had
      value={
        shown === undefined
          ? undefined
          : {
              value: shown,
              label: nodes.find((one) => one.id === shown)?.name ?? (shown === top ? t('gateway.file.top') : name),
            }
      }
      labelInValue
      placeholder={t('gateway.file.document_choose')}
      notFoundContent={t('gateway.file.document_none')}
      loadData={({ value: folder }) => load(String(folder))}
      onChange={(chosen: { value: string; label: unknown } | undefined) => {
        if (!chosen) return;
        const node = nodes.find((one) => one.id === chosen.value);
        onChange(chosen.value === top ? null : chosen.value, node?.name ?? '');
      }}
      treeData={[
        ...(kind === 'folder' ? [{ id: top, pId: '', value: top, title: t('gateway.file.top'), isLeaf: true }] : []),
        ...nodes.map((node) => ({
          id: node.id,
          pId: node.parentId ?? '',
          value: node.id,
          title: node.name,
          isLeaf: node.kind === 'document',
          selectable: node.kind === kind,
        })),
        // the last one there, to be read alone
        ...cut.map((folder) => ({
          id: `cut ${folder}`,
          pId: folder,
          value: `cut ${folder}`,
          title: t('gateway.file.document_cut', { count: mostShown }),
          isLeaf: true,
          disabled: true,
        })),
      ]}
    />
  );
}

/** What lies in a folder, or at the top, page by page. */
async function lyingIn(appId: string, folder: string | undefined): Promise<{ rows: DocumentNode[]; isCut: boolean }> {
  const rows: DocumentNode[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(documentsApi.list, {
      params: { appId },
      query: { limit: 200, ...(folder !== undefined && { folder }), ...(cursor !== undefined && { cursor }) },
    });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && rows.length < mostShown);
  return { rows, isCut: cursor !== undefined };
}
