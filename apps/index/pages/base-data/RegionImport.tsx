import { DownloadOutlined } from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import { SheetDrop } from '@formwork/records-ui/exchange/SheetDrop.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
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
  const send = async (files: File[], query: GivenEncoding) =>
    setJobId((await upload(basedataApi.importRegions, { query }, files)).jobId);
  return (
    <Modal open title={t('basedata.region.import')} footer={null} onCancel={onClose}>
      {jobId === undefined ? (
        <div className="base-stack">
          <p className="base-quiet">{t('basedata.region.columns')}</p>
          <SheetDrop note={t('basedata.sheet.drop')} reading={t('basedata.sheet.reading')} onFiles={send} />
        </div>
      ) : (
        <Running jobId={jobId} onClose={onClose} />
      )}
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
      {result && (
        <Alert type={result.failed > 0 ? 'warning' : 'success'} showIcon title={t('basedata.region.done', result)} />
      )}
      {result && result.failed > 0 && (
        <a href={documentAddress(basedataApi.regionFailures, { params: { jobId } })} download>
          <DownloadOutlined aria-hidden /> {t('basedata.region.failures')}
        </a>
      )}
      <div className="base-line">
        <span className="base-gap" />
        <Button type="primary" onClick={onClose}>
          {t('ui.action.close')}
        </Button>
      </div>
    </div>
  );
}
