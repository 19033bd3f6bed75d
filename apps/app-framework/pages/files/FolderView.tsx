import {
  AppstoreOutlined,
  BarsOutlined,
  DeleteOutlined,
  FolderAddOutlined,
  MoreOutlined,
  SafetyOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { documentsApi, documentSorts, type DocumentNode, type DocumentSort } from '@formwork/contract/documents/api.ts';
import type { App } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, NoPermission } from '@formwork/ui/feedback/state.tsx';
import { UploadLine } from '@formwork/records-ui/fields/files/UploadLine.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { kept } from '@formwork/ui/kept.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { TypedSearch } from '@formwork/web/typed-search.tsx';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { DropArea } from './DropArea.tsx';
import { FolderWay } from './FolderWay.tsx';
import { FoundNodes } from './FoundNodes.tsx';
import { includesLevel } from './levels.ts';
import { NameDialog } from './NameDialog.tsx';
import { NodeGrid } from './NodeGrid.tsx';
import { NodeList } from './NodeList.tsx';
import { RulesDialog } from './RulesDialog.tsx';
import { useDocumentUploads } from './use-document-uploads.tsx';
import { useFolder } from './use-folder.ts';
import { useNodeWork } from './use-node-work.tsx';

const shapeKey = 'documents-shape';

export function FolderView({ app, folder }: { app: App; folder: string | null }) {
  const t = useT();
  const locale = useLocale();
  const setQuery = useSetQuery();
  const elements = useElements('fileApp');
  const [search = '', setSearch] = useQueryText('search');
  const [askedSort] = useQueryText('sort');
  const sort = documentSorts.find((one) => one === askedSort) ?? 'name';
  const [shape, setShape] = useState(kept.read(shapeKey) === 'grid' ? ('grid' as const) : ('list' as const));
  const [dialog, setDialog] = useState<'folder' | 'rules'>();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const place = useFolder(app.id, folder, sort);
  const work = useNodeWork(app.id, () => setSelection(new Set()));
  const uploads = useDocumentUploads(app.id, folder);
  useLive(`documents:${app.id}`, () => void refresh(documentsApi.list, documentsApi.find));
  const mayEdit = includesLevel(place.level, 'edit');
  const mayManage = includesLevel(place.level, 'manage');
  const open = (node: DocumentNode) => setQuery({ folder: node.id, search: undefined }, { push: true });
  const choose = (next: 'list' | 'grid') => {
    setShape(next);
    kept.write(shapeKey, next);
  };
  const shared = {
    ...place.list,
    nodes: place.rows,
    selection,
    onSelection: setSelection,
    work,
    mayEdit,
    onOpenFolder: open,
    onDropInto: work.moveInto,
  };
  if (place.list.status === 'error' && place.isGone)
    return (
      <Page title={textIn(app.title, locale)}>
        <NoPermission
          title={t('documents.folder.gone')}
          hint={t('documents.folder.gone_hint')}
          action={<Button onClick={() => setQuery({ folder: undefined })}>{t('documents.folder.to_top')}</Button>}
        />
      </Page>
    );
  return (
    <Page
      fill
      flush
      title={textIn(app.title, locale)}
      actions={
        <>
          {mayEdit && (
            <Button icon={<FolderAddOutlined />} onClick={() => setDialog('folder')}>
              {t('documents.folder.create')}
            </Button>
          )}
          {mayEdit && (
            <Button type="primary" icon={<UploadOutlined />} onClick={uploads.choose}>
              {t('documents.upload')}
            </Button>
          )}
          <MenuButton
            label={t('ui.action.more')}
            align="end"
            items={[
              ...(mayManage
                ? [
                    {
                      id: 'rules',
                      title: t('documents.rules.open'),
                      icon: <SafetyOutlined />,
                      onSelect: () => setDialog('rules'),
                    },
                  ]
                : []),
              ...(elements.shows('more', 'bin')
                ? [
                    {
                      id: 'bin',
                      title: elements.title('more', 'bin', t('documents.bin.title')),
                      icon: <DeleteOutlined />,
                      onSelect: () => setQuery({ bin: '1', folder: undefined, search: undefined }, { push: true }),
                    },
                  ]
                : []),
            ]}
          >
            <MoreOutlined />
          </MenuButton>
        </>
      }
    >
      <DropArea enabled={mayEdit && search === ''} onFiles={uploads.send}>
        <div className="documents-tools">
          {elements.shows('tools', 'way') && (
            <FolderWay
              title={textIn(app.title, locale)}
              way={place.way}
              onOpen={(id) => setQuery({ folder: id ?? undefined, search: undefined }, { push: true })}
              onDropInto={work.moveInto}
            />
          )}
          {elements.shows('tools', 'search') && (
            <TypedSearch
              className="documents-search"
              label={elements.title('tools', 'search', t('documents.search'))}
              value={search}
              onChange={(text) => setSearch(text || undefined)}
            />
          )}
          {elements.shows('tools', 'shape') && (
            <Segmented
              aria-label={t('documents.shape')}
              value={shape}
              onChange={choose}
              options={[
                { value: 'list', icon: <BarsOutlined />, title: t('documents.shape.list') },
                { value: 'grid', icon: <AppstoreOutlined />, title: t('documents.shape.grid') },
              ]}
            />
          )}
        </div>
        {uploads.uploads.length > 0 && (
          <div className="documents-uploads" aria-label={t('documents.uploads')}>
            {uploads.uploads.map((upload) => (
              <UploadLine
                key={upload.key}
                upload={upload}
                onPause={() => uploads.pause(upload.key)}
                onResume={() => uploads.resume(upload.key)}
                onCancel={() => uploads.cancel(upload.key)}
              />
            ))}
          </div>
        )}
        {search !== '' ? (
          <FoundNodes appId={app.id} folder={folder} search={search} work={work} onOpenFolder={open} />
        ) : place.list.status === 'error' ? (
          <ErrorState onRetry={place.list.onRetry} requestId={place.list.requestId} />
        ) : shape === 'grid' ? (
          <NodeGrid {...shared} />
        ) : (
          <NodeList
            {...shared}
            sort={sort}
            onSort={(next: DocumentSort) => setQuery({ sort: next === 'name' ? undefined : next })}
          />
        )}
      </DropArea>
      {uploads.input}
      {dialog === 'folder' && <NameDialog appId={app.id} folder={folder} onClose={() => setDialog(undefined)} />}
      {dialog === 'rules' && (
        <RulesDialog
          appId={app.id}
          folder={folder}
          title={place.way.at(-1)?.name ?? textIn(app.title, locale)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {work.dialog}
    </Page>
  );
}
