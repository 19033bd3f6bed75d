import { DeleteOutlined, DownloadOutlined, StopOutlined } from '@ant-design/icons';
import { filesApi } from '@formwork/contract/files/api.ts';
import { exportApi, exportDays, type ExportView } from '@formwork/contract/records/export.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { addressOf } from '@formwork/web/http/call.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useJobMessages } from '@formwork/web/jobs/use-job.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import './exchange.css';

const askAgainMs = 3_000;
const tones = { preparing: 'info', ready: 'success', failed: 'error', cancelled: 'neutral' } as const satisfies Record<
  ExportView['state'],
  StateTone
>;

/** The exports of the last days, the latest of each application: fetched or removed here. */
export default function ExportHistory({ onClose }: { onClose: () => void }) {
  const t = useT();
  const exports = useQuery({
    ...q(exportApi.list),
    refetchInterval: ({ state }) => (state.data?.exports.some((one) => one.state === 'preparing') ? askAgainMs : false),
  });
  const { data } = exports;
  useJobMessages(({ kind, state }) => {
    if (kind === 'records.export' && state !== 'running') void refresh(exportApi.list);
  });
  return (
    <Modal open title={t('exchange.history.title')} onCancel={onClose} footer={null} width={960}>
      <p className="exchange-note">{t('exchange.history.note', { days: exportDays })}</p>
      {!data && <Unread small of={[exports]} skeleton={<SkeletonRows rows={3} />} />}
      {data?.exports.length === 0 && (
        <EmptyState title={t('exchange.history.none')} hint={t('exchange.history.none_hint')} />
      )}
      {data && data.exports.length > 0 && (
        <div className="exchange-frame">
          <table className="exchange-table exchange-history">
            <thead>
              <tr>
                {(['time', 'file', 'system', 'app', 'state', 'operation'] as const).map((name) => (
                  <th key={name}>{t(`exchange.history.${name}`)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.exports.map((one) => (
                <Line key={one.id} one={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
}

function Line({ one }: { one: ExportView }) {
  const t = useT();
  const locale = useLocale();
  const cancel = useCommand(exportApi.cancel, { refresh: [exportApi.list] });
  const remove = useCommand(exportApi.remove, { refresh: [exportApi.list] });
  const input = { params: { exportId: one.id } };
  const { state, done, total, rows, error, fileId, fileName } = one;
  const part = total > 0 ? `${Math.min(99, Math.floor((100 * done) / total))} %` : undefined;
  return (
    <tr>
      <td>{formatTime(Date.parse(one.createdAt), locale)}</td>
      <td>
        <span className="exchange-file">{fileName}</span>
        {rows !== null && <small>{t('exchange.history.rows', { count: formatNumber(rows, locale) })}</small>}
      </td>
      <td>{one.systemTitle ? textIn(one.systemTitle, locale) : '—'}</td>
      <td>{textIn(one.appTitle, locale)}</td>
      <td>
        <StateTag tone={tones[state]}>{t(`exchange.history.state.${state}`)}</StateTag> {state === 'preparing' && part}
        {error !== null && <small>{hasText(error) ? t(error) : t('platform.internal')}</small>}
      </td>
      <td className="exchange-buttons">
        {state === 'ready' && fileId !== null && (
          <Button
            size="small"
            type="primary"
            icon={<DownloadOutlined />}
            href={addressOf(filesApi.open, { params: { fileId } })}
            download={fileName}
          >
            {t('exchange.history.download')}
          </Button>
        )}
        {state === 'preparing' ? (
          <Button size="small" icon={<StopOutlined />} loading={cancel.pending} onClick={() => void cancel.run(input)}>
            {t('ui.action.cancel')}
          </Button>
        ) : (
          <Button
            size="small"
            danger
            icon={<DeleteOutlined />}
            loading={remove.pending}
            onClick={() => void remove.run(input)}
          >
            {t('ui.action.delete')}
          </Button>
        )}
      </td>
    </tr>
  );
}
