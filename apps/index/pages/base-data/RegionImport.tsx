import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { ImportDialog } from '@formwork/records-ui/exchange/ImportDialog.tsx';
import { RunningImport } from '@formwork/records-ui/exchange/RunningImport.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';

/** A file with regions goes to a job; the dialog may be closed while it runs. */
export function RegionImport({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [jobId, setJobId] = useState<string>();
  return (
    <ImportDialog
      title={t('basedata.region.import')}
      hint={t('basedata.region.columns')}
      send={async (files, query, options) =>
        setJobId((await upload(basedataApi.importRegions, { query }, files, options)).jobId)
      }
      result={
        jobId !== undefined && (
          <RunningImport
            jobId={jobId}
            outcome={({ state, result }) => {
              if (state !== 'finished') return undefined;
              const { imported, failed } = result as { imported: number; failed: number };
              return { title: t('basedata.region.done', { imported, failed }), failed };
            }}
            failures={documentAddress(basedataApi.regionFailures, { params: { jobId } })}
            onOver={() => void refresh(basedataApi.listRegions, basedataApi.findRegions)}
            onClose={onClose}
          />
        )
      }
      onClose={onClose}
    />
  );
}
