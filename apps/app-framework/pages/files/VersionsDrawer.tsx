import { DownloadOutlined, EyeOutlined, RollbackOutlined } from '@ant-design/icons';
import { documentsApi, type DocumentNode, type DocumentVersion } from '@formwork/contract/documents/api.ts';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { downloadAddress, previewAddress } from '@formwork/records-ui/fields/files/file-values.ts';
import { UploadLine } from '@formwork/records-ui/fields/files/UploadLine.tsx';
import { useUploads } from '@formwork/records-ui/fields/files/use-uploads.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Input, Popconfirm, Tag } from 'antd';
import { useState } from 'react';
import { includesLevel } from './levels.ts';

/** Every version of a document side by side: size, who, when and why; a new one, and an old one brought back. */
export function VersionsDrawer({ appId, node, onClose }: { appId: string; node: DocumentNode; onClose: () => void }) {
  const t = useT();
  const versions = useQuery(q(documentsApi.versions, { params: { appId, nodeId: node.id } }));
  const mayEdit = includesLevel(node.level, 'edit');
  return (
    <Drawer open title={t('documents.versions.title', { name: node.name })} size={480} onClose={onClose}>
      {mayEdit && <NewVersion appId={appId} node={node} />}
      {versions.isPending ? (
        <SkeletonRows rows={4} />
      ) : versions.isError ? (
        <ErrorState small onRetry={() => void versions.refetch()} />
      ) : (
        <ol className="documents-versions">
          {versions.data.versions.map((version, at, all) => (
            <Version
              key={version.number}
              appId={appId}
              node={node}
              version={version}
              before={all[at + 1]}
              latest={at === 0}
            />
          ))}
        </ol>
      )}
    </Drawer>
  );
}

function NewVersion({ appId, node }: { appId: string; node: DocumentNode }) {
  const t = useT();
  const [note, setNote] = useState('');
  const add = useCommand(documentsApi.addVersion, {
    refresh: [documentsApi.versions, documentsApi.list],
    onDone: () => setNote(''),
  });
  const { uploads, busy, send, pause, resume, cancel } = useUploads(
    `documents ${appId} ${node.id}`,
    ({ id }) => void add.run({ params: { appId, nodeId: node.id }, body: { file: id, ...(note.trim() && { note }) } }),
  );
  return (
    <div className="documents-new-version">
      <Input
        value={note}
        maxLength={200}
        onChange={({ target }) => setNote(target.value)}
        placeholder={t('documents.versions.note')}
        aria-label={t('documents.versions.note')}
      />
      <FileDrop small disabled={busy || add.pending} note={t('documents.versions.add')} onFiles={send} />
      {uploads.map((upload) => (
        <UploadLine
          key={upload.key}
          upload={upload}
          onPause={() => pause(upload.key)}
          onResume={() => resume(upload.key)}
          onCancel={() => cancel(upload.key)}
        />
      ))}
    </div>
  );
}

function Version({
  appId,
  node,
  version,
  before,
  latest,
}: {
  appId: string;
  node: DocumentNode;
  version: DocumentVersion;
  before: DocumentVersion | undefined;
  latest: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const restore = useCommand(documentsApi.restoreVersion, { refresh: [documentsApi.versions, documentsApi.list] });
  const more = before === undefined ? 0 : version.size - before.size;
  return (
    <li>
      <div>
        <strong>v{version.number}</strong> {latest && <Tag color="blue">{t('documents.versions.latest')}</Tag>}
        {version.restored !== null && <Tag>{t('documents.versions.restored', { number: version.restored })}</Tag>}
        <p>
          {version.by} · <Time at={version.at} locale={locale} />
        </p>
        <p>
          {version.name} · {formatBytes(version.size, locale)}
          {more !== 0 && ` (${more > 0 ? '+' : '−'}${formatBytes(Math.abs(more), locale)})`}
        </p>
        {version.note !== '' && <p className="documents-note">{version.note}</p>}
      </div>
      <a
        className="fw-icon-button"
        href={previewAddress({ id: version.fileId })}
        target="_blank"
        rel="noopener"
        aria-label={t('documents.action.preview')}
        title={t('documents.action.preview')}
      >
        <EyeOutlined />
      </a>
      {includesLevel(node.level, 'download') && (
        <a
          className="fw-icon-button"
          href={downloadAddress({ id: version.fileId })}
          download={version.name}
          aria-label={t('documents.action.download')}
          title={t('documents.action.download')}
        >
          <DownloadOutlined />
        </a>
      )}
      {!latest && includesLevel(node.level, 'edit') && (
        <Popconfirm
          title={t('documents.versions.restore_title', { number: version.number })}
          description={t('documents.versions.restore_hint')}
          onConfirm={() => restore.run({ params: { appId, nodeId: node.id, number: version.number } })}
        >
          <button
            type="button"
            className="fw-icon-button"
            disabled={restore.pending}
            aria-label={t('documents.versions.restore')}
            title={t('documents.versions.restore')}
          >
            <RollbackOutlined />
          </button>
        </Popconfirm>
      )}
    </li>
  );
}
