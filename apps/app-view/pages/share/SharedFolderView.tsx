import { DownloadOutlined, FileOutlined, FolderFilled } from '@ant-design/icons';
import { documentsApi, type SharedFolder } from '@formwork/contract/documents/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call, pathOf } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Breadcrumb, Button } from 'antd';
import { useState } from 'react';
import { useSharedDownload } from './use-shared-download.ts';

/** A folder as visitors meet it: they walk through what lies below it and take files with them. */
export function SharedFolderView({ shared, token }: { shared: SharedFolder; token: string }) {
  const t = useT();
  const locale = useLocale();
  const download = useSharedDownload();
  const [folder, setFolder] = useState(shared.id);
  const opened = { token, ticket: shared.ticket };
  const found = useInfiniteQuery({
    queryKey: ['share-folder', token, folder],
    queryFn: ({ pageParam }) =>
      call(documentsApi.openLinkFolder, {
        body: { ...opened, folder, ...(pageParam !== '' && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  const way = found.data?.pages[0]?.way ?? [];
  return (
    <article className="share-record">
      <header>
        <p>
          {shared.space} · {textIn(shared.app, locale)}
        </p>
        <h1>{shared.name}</h1>
        <p>
          {t('share.page.until')} <Time at={shared.expiresAt} locale={locale} relative={false} />
        </p>
      </header>
      <div className="share-folder-bar">
        <Breadcrumb
          aria-label={t('share.folder.way')}
          items={way.map(({ id, name }, index) => ({
            key: id,
            title:
              index === way.length - 1 ? (
                name
              ) : (
                <button type="button" className="share-file" onClick={() => setFolder(id)}>
                  {name}
                </button>
              ),
          }))}
        />
        {rows.length > 0 && (
          <Button
            size="small"
            icon={<DownloadOutlined />}
            onClick={() =>
              void download(
                pathOf(documentsApi.openLinkArchive, {}),
                { ...opened, folder },
                `${way.at(-1)?.name ?? shared.name}.zip`,
              )
            }
          >
            {t('share.folder.zip')}
          </Button>
        )}
      </div>
      {found.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : found.isError ? (
        <ErrorState
          small
          title={t('share.folder.failed')}
          hint={errorText(found.error, t)}
          onRetry={() => void found.refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState small title={t('share.folder.empty')} />
      ) : (
        <ul className="share-nodes">
          {rows.map(({ id, kind, name, size, modifiedAt }) => (
            <li key={id}>
              {kind === 'folder' ? (
                <button type="button" className="share-file" onClick={() => setFolder(id)}>
                  <FolderFilled /> {name}
                </button>
              ) : (
                <button
                  type="button"
                  className="share-file"
                  title={t('share.file.download', { name })}
                  onClick={() =>
                    void download(pathOf(documentsApi.openLinkFile, {}), { ...opened, document: id }, name)
                  }
                >
                  <FileOutlined /> {name}
                </button>
              )}
              <span>
                {size !== null && `${formatBytes(size, locale)} · `}
                <Time at={modifiedAt} locale={locale} relative={false} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('share.folder.more')}
        </Button>
      )}
    </article>
  );
}
