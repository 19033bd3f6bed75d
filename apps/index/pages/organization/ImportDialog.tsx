import { DownloadOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { PeopleImport, PeopleReading } from '@formwork/contract/organization/sheets.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { EncodingSelect } from '@formwork/records-ui/exchange/EncodingSelect.tsx';
import { RefusedSheet } from '@formwork/records-ui/exchange/RefusedSheet.tsx';
import { SheetDrop } from '@formwork/records-ui/exchange/SheetDrop.tsx';
import { SheetSelect } from '@formwork/records-ui/exchange/SheetSelect.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { useJob } from '@formwork/web/jobs/use-job.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { peopleReadings } from './use-people.ts';

/** People from a spreadsheet: choose it, see what is understood, import, and get back what was refused. */
export function ImportDialog({
  importId,
  onClose,
}: {
  /** One that was begun before. */ importId?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const [chosen, setSheet] = useState<PeopleImport>();
  const begun = useQuery({
    ...q(organizationApi.getPeopleImport, { params: { importId: importId ?? '' } }),
    enabled: importId !== undefined,
  });
  const sheet = chosen ?? begun.data;
  return (
    <Modal open title={t('organization.import.title')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {importId !== undefined && begun.isPending ? (
        <SkeletonRows rows={3} columns={1} />
      ) : begun.error ? (
        <Alert type="error" showIcon title={errorText(begun.error, t)} />
      ) : !sheet ? (
        <ChooseFile onSheet={setSheet} />
      ) : sheet.jobId === null ? (
        <Confirm sheet={sheet} onSheet={setSheet} onBack={() => setSheet(undefined)} onPrepared={onClose} />
      ) : (
        <Running importId={sheet.id} jobId={sheet.jobId} onClose={onClose} />
      )}
    </Modal>
  );
}

function ChooseFile({ onSheet }: { onSheet: (sheet: PeopleImport) => void }) {
  const t = useT();
  return (
    <div className="organization-stack">
      <p className="organization-quiet">{t('organization.import.hint')}</p>
      <a href={documentAddress(organizationApi.importTemplate)} download>
        <DownloadOutlined aria-hidden /> {t('organization.import.template')}
      </a>
      <SheetDrop
        note={t('organization.import.drop')}
        reading={t('organization.import.reading')}
        onFiles={async (files, query) => onSheet(await upload(organizationApi.uploadPeopleSheet, { query }, files))}
      />
    </div>
  );
}

function Confirm({
  sheet,
  onSheet,
  onBack,
  onPrepared,
}: {
  sheet: PeopleImport;
  onSheet: (sheet: PeopleImport) => void;
  onBack: () => void;
  onPrepared: () => void;
}) {
  const t = useT();
  const [password, setPassword] = useState('');
  const start = useCommand(organizationApi.startPeopleImport, { quiet: true, onDone: onSheet, onPrepared });
  const read = useCommand(organizationApi.readPeopleSheet, { quiet: true, onDone: onSheet });
  const { reading, encodings, sheets } = sheet;
  const change = (next: Partial<PeopleReading>) => {
    if (!reading) return;
    const { replaced: _replaced, ...strict } = reading;
    void read.run({ params: { importId: sheet.id }, body: { ...strict, ...next } });
  };
  return (
    <div className="organization-stack">
      <Alert
        type="info"
        showIcon
        title={t('organization.import.found', { name: sheet.fileName, count: sheet.total })}
        description={t('organization.import.columns', {
          columns: sheet.columns.map((column) => t(`organization.import.column_${column}`)).join(', '),
        })}
      />
      {reading && (encodings.length > 0 || sheets.length > 1) && (
        <div className="exchange-reading">
          {encodings.length > 0 && (
            <EncodingSelect
              choices={encodings}
              value={reading.encoding}
              busy={read.pending}
              onChange={(encoding) => change({ encoding })}
            />
          )}
          {sheets.length > 1 && (
            <SheetSelect
              sheets={sheets}
              value={reading.sheet}
              busy={read.pending}
              onChange={(name) => change({ sheet: name })}
            />
          )}
        </div>
      )}
      {encodings.length > 0 && (
        <pre className="exchange-sample">{encodings.find(({ encoding }) => encoding === reading?.encoding)?.text}</pre>
      )}
      {reading?.replaced === true && <p className="exchange-replaced">{t('encoding.replaced')}</p>}
      {read.error && (
        <RefusedSheet
          error={read.error}
          busy={read.pending}
          onChoose={({ encoding, replaced }) =>
            change({ ...(encoding && { encoding }), ...(replaced && { replaced }) })
          }
        />
      )}
      {sheet.ignored.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('organization.import.ignored', { columns: sheet.ignored.join(', ') })}
        />
      )}
      <label className="organization-field">
        {t('organization.import.password')}
        <Input.Password
          value={password}
          autoComplete="new-password"
          maxLength={200}
          status={start.fieldErrors.password ? 'error' : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <span className="organization-quiet">
          {start.fieldErrors.password ?? t('organization.import.password_help')}
        </span>
      </label>
      {start.errorText && !start.fieldErrors.password && <Alert type="error" showIcon title={start.errorText} />}
      <div className="organization-buttons">
        <Button onClick={onBack}>{t('organization.import.back')}</Button>
        <Button
          type="primary"
          disabled={password === '' || sheet.total === 0}
          loading={start.pending}
          onClick={() => void start.run({ params: { importId: sheet.id }, body: { password } })}
        >
          {t('organization.import.start')}
        </Button>
      </div>
    </div>
  );
}

function Running({ importId, jobId, onClose }: { importId: string; jobId: string; onClose: () => void }) {
  const t = useT();
  const params = { importId };
  const job = useJob(jobId, {
    onOver: () => void refresh(...peopleReadings, organizationApi.getPeopleImport, organizationApi.listPosts),
  });
  const sheet = useQuery(q(organizationApi.getPeopleImport, { params })).data;
  const isOver = job?.state === 'finished' || job?.state === 'cancelled' || job?.state === 'failed';
  return (
    <div className="organization-stack">
      <JobLine jobId={jobId} />
      {isOver && sheet ? (
        <>
          <Alert
            type={sheet.failed > 0 ? 'warning' : 'success'}
            showIcon
            title={t('organization.import.done', {
              created: sheet.created,
              updated: sheet.updated,
              failed: sheet.failed,
            })}
          />
          {sheet.failed > 0 && (
            <a href={documentAddress(organizationApi.importFailures, { params })} download>
              <DownloadOutlined aria-hidden /> {t('organization.import.failures')}
            </a>
          )}
        </>
      ) : (
        <p className="organization-quiet">{t('organization.import.behind')}</p>
      )}
      <div className="organization-buttons">
        <Button type="primary" onClick={onClose}>
          {t('organization.import.close')}
        </Button>
      </div>
    </div>
  );
}
