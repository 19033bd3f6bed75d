import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { auditApi, type AuditCheck, type AuditExport } from '@formwork/contract/audit/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { isOver, type RunView } from '@formwork/contract/runs/run.ts';
import { Alert, App, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from '../http/call.ts';
import { showsAll } from '../elements/elements.ts';
import { useCommand } from '../http/use-command.ts';
import { useT } from '../i18n/i18n.ts';
import { useJob } from '../jobs/use-job.ts';
import { useTrailFilter } from './use-trail-filter.ts';

/** Checks the chain of hashes and takes what is found as a file; both are jobs, a trail has millions of lines. */
export function TrailActions({ shows = showsAll }: { shows?: (tool: 'export' | 'check') => boolean }) {
  const t = useT();
  const { filter } = useTrailFilter();
  const [checking, setChecking] = useState<string>();
  const [exporting, setExporting] = useState<string>();
  const check = useCommand(auditApi.check, { onDone: ({ jobId }) => setChecking(jobId) });
  const take = useCommand(auditApi.exportTrail, { onDone: ({ jobId }) => setExporting(jobId) });
  return (
    <>
      {shows('export') && (
        <Button
          icon={<DownloadOutlined />}
          loading={take.pending || exporting !== undefined}
          onClick={() => void take.run({ body: filter })}
        >
          {t('audit.export.start')}
        </Button>
      )}
      {shows('check') && (
        <Button
          icon={<SafetyCertificateOutlined />}
          loading={check.pending || checking !== undefined}
          onClick={() => void check.run()}
        >
          {t('audit.check.start')}
        </Button>
      )}
      {checking !== undefined && <CheckWatch jobId={checking} onOver={() => setChecking(undefined)} />}
      {exporting !== undefined && <ExportWatch jobId={exporting} onOver={() => setExporting(undefined)} />}
    </>
  );
}

interface Watch {
  jobId: string;
  onOver: () => void;
}

function CheckWatch({ jobId, onOver }: Watch) {
  const t = useT();
  const { modal, message } = App.useApp();
  useEnd(jobId, (job) => {
    onOver();
    if (job.state !== 'finished') return void message.error(failure(job, t('audit.check.failed')));
    const { rows, firstBroken, lastHash } = job.result as AuditCheck;
    const hash = (
      <p className="audit-hash">
        {t('audit.check.last_hash')}
        <code>{lastHash}</code>
      </p>
    );
    if (firstBroken === null)
      void modal.success({
        title: t('audit.check.whole', { count: rows }),
        content: (
          <>
            {t('audit.check.whole_hint')}
            {hash}
          </>
        ),
        width: 520,
      });
    else
      void modal.error({
        title: t('audit.check.broken', { row: firstBroken }),
        content: <Alert type="error" showIcon title={t('audit.check.broken_hint')} />,
        width: 520,
      });
  });
  return null;
}

function ExportWatch({ jobId, onOver }: Watch) {
  const t = useT();
  const { message } = App.useApp();
  useEnd(jobId, (job) => {
    onOver();
    if (job.state !== 'finished') return void message.error(failure(job, t('audit.export.failed')));
    const { fileId, name, rows } = job.result as AuditExport;
    const link = document.createElement('a');
    link.href = addressOf(filesApi.open, { params: { fileId } });
    link.download = name;
    link.click();
    void message.success(t('audit.export.done', { count: rows }));
  });
  return null;
}

/** Called once when the job is over, also where it was over before one could watch: a short trail takes no time. */
function useEnd(jobId: string, onEnd: (job: RunView) => void): void {
  const job = useJob(jobId);
  const latest = useRef({ onEnd, told: false });
  latest.current.onEnd = onEnd;
  useEffect(() => {
    if (!job || !isOver(job.state) || latest.current.told) return;
    latest.current.told = true;
    latest.current.onEnd(job);
  }, [job]);
}

function failure(job: RunView, text: string): string {
  return job.error ? `${text} (${job.error.code})` : text;
}
