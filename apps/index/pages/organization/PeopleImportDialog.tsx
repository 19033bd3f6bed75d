import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { PeopleImport, PeopleReading } from '@formwork/contract/organization/sheets.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { ImportDialog } from '@formwork/records-ui/exchange/ImportDialog.tsx';
import { ReadingChoice } from '@formwork/records-ui/exchange/ReadingChoice.tsx';
import { RunningImport } from '@formwork/records-ui/exchange/RunningImport.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { peopleReadings } from './use-people.ts';

/** People from a spreadsheet: choose it, see what is understood, import, and get back what was refused. */
export function PeopleImportDialog({
  importId,
  onClose,
}: {
  /** One that was begun before. */ importId?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const [chosen, setSheet] = useState<PeopleImport | null>();
  const begun = useQuery({
    ...q(organizationApi.getPeopleImport, { params: { importId: importId ?? '' } }),
    enabled: importId !== undefined,
  });
  // null once another file is wanted
  const sheet = chosen === null ? undefined : (chosen ?? begun.data);
  const isRunning = sheet?.jobId != null;
  return (
    <ImportDialog
      title={t('organization.import.title')}
      hint={t('organization.import.hint')}
      template={documentAddress(organizationApi.importTemplate)}
      send={async (files, query, options) =>
        setSheet(await upload(organizationApi.uploadPeopleSheet, { query }, files, options))
      }
      checked
      check={
        importId !== undefined && chosen === undefined && begun.isPending ? (
          <SkeletonRows rows={3} columns={1} />
        ) : begun.error && chosen === undefined ? (
          <Alert type="error" showIcon title={errorText(begun.error, t)} />
        ) : sheet && !isRunning ? (
          <Confirm sheet={sheet} onSheet={setSheet} onBack={() => setSheet(null)} onPrepared={onClose} />
        ) : undefined
      }
      result={isRunning && <Running importId={sheet.id} jobId={sheet.jobId!} onClose={onClose} />}
      onClose={onClose}
    />
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
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('sheets.found', { name: sheet.fileName, count: sheet.total })}
        description={t('sheets.columns', {
          columns: sheet.columns.map((column) => t(`organization.import.column_${column}`)).join(', '),
        })}
      />
      {reading && (
        <ReadingChoice<PeopleReading>
          sheet={{ reading, encodings, sheets }}
          busy={read.pending}
          error={read.error}
          sample
          onChange={(body) => void read.run({ params: { importId: sheet.id }, body })}
        />
      )}
      {sheet.ignored.length > 0 && (
        <Alert type="warning" showIcon title={t('sheets.ignored', { columns: sheet.ignored.join(', ') })} />
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
      <div className="exchange-foot">
        <Button onClick={onBack}>{t('sheets.back')}</Button>
        <Button
          type="primary"
          disabled={password === '' || sheet.total === 0}
          loading={start.pending}
          onClick={() => void start.run({ params: { importId: sheet.id }, body: { password } })}
        >
          {t('sheets.start')}
        </Button>
      </div>
    </>
  );
}

function Running({ importId, jobId, onClose }: { importId: string; jobId: string; onClose: () => void }) {
  const t = useT();
  const params = { importId };
  const sheet = useQuery(q(organizationApi.getPeopleImport, { params })).data;
  return (
    <RunningImport
      jobId={jobId}
      outcome={() => sheet && { title: t('organization.import.done', countsOf(sheet)), failed: sheet.failed }}
      failures={documentAddress(organizationApi.importFailures, { params })}
      onOver={() => void refresh(...peopleReadings, organizationApi.getPeopleImport, organizationApi.listPosts)}
      onClose={onClose}
    />
  );
}

function countsOf({ created, updated, failed }: PeopleImport): { created: number; updated: number; failed: number } {
  return { created, updated, failed };
}
