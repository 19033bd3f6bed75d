import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { FileDrop } from '@formwork/ui/file-drop.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';

/** A file with regions goes to a job; the dialog may be closed while it runs. */
export function RegionImport({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [jobId, setJobId] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (files: File[]) => {
    setBusy(true);
    setProblem(undefined);
    try {
      setJobId((await upload(basedataApi.importRegions, {}, files)).jobId);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open title={t('basedata.region.import')} footer={null} onCancel={onClose}>
      {jobId === undefined ? (
        <div className="base-stack">
          <p className="base-quiet">{t('basedata.region.columns')}</p>
          <FileDrop accept=".xls,.xlsx,.csv" disabled={busy} onFiles={(files) => void send(files)} note={t(busy ? 'basedata.sheet.reading' : 'basedata.sheet.drop')} />
          {problem && <Alert type="error" showIcon title={problem} />}
        </div>
      ) : <Running jobId={jobId} onClose={onClose} />}
    </Modal>
  );
}

function Running({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const t = useT();
  const job = useJob(jobId, { onOver: () => void refresh(basedataApi.listRegions, basedataApi.findRegions) });
  const result = job?.state === 'finished' ? (job.result as { imported: number; failed: number }) : undefined;
  return (
    <div className="base-stack">
      <JobLine jobId={jobId} />
      {result && <Alert type={result.failed > 0 ? 'warning' : 'success'} showIcon title={t('basedata.region.done', result)} />}
      <div className="base-line"><span className="base-gap" /><Button type="primary" onClick={onClose}>{t('ui.action.close')}</Button></div>
    </div>
  );
}
