import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { codesPerFile, identifiersPerCode, printingApi, type CodesRequest } from '@formwork/contract/printing/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Alert, InputNumber, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FinishedFile } from './FinishedFile.tsx';
import { linkBefore } from './record-link.ts';
import './print-sheet.css';

/** QR codes of many records: whose, what stands beside each, on sheets of labels or as pictures. */
export function CodesDialog({ plan, onClose }: { plan: PersonalPlan; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { formId, appId, definition } = plan;
  const make = useCommand(printingApi.codes);
  const [request, setRequest] = useState<Omit<CodesRequest, 'origin'>>({
    range: 'all',
    identifiers: definition.titleField ? [definition.titleField] : [],
    as: 'pdf',
    perFile: codesPerFile,
  });
  const [jobId, setJobId] = useState<string>();
  const start = async () => {
    const started = await make.run({ params: { formId }, body: { ...request, origin: linkBefore(appId, formId) } });
    if (started) setJobId(started.jobId);
  };
  const fields = definition.fields
    .filter((field) => fieldKind(field) !== 'files')
    .map((field) => ({ value: field.id, label: textIn(field.title, locale) }));
  return (
    <Modal
      open
      title={t('printing.code.batch')}
      onCancel={onClose}
      okText={t('printing.batch.start')}
      onOk={() => void start()}
      confirmLoading={make.pending}
      {...(jobId ? { footer: null } : {})}
    >
      {jobId ? (
        <FinishedFile jobId={jobId} />
      ) : (
        <div className="fw-printing-form">
          {make.errorText && <Alert type="error" showIcon title={make.errorText} />}
          <div role="group" aria-label={t('printing.code.range')}>
            {t('printing.code.range')}{' '}
            <Radio.Group
              value={request.range}
              onChange={(event) => setRequest({ ...request, range: event.target.value as 'all' })}
              options={[
                { value: 'all', label: t('printing.code.all') },
                { value: 'own', label: t('printing.code.own') },
              ]}
            />
          </div>
          <label>
            {t('printing.code.identifiers', { count: identifiersPerCode })}
            <Select
              mode="multiple"
              maxCount={identifiersPerCode}
              value={request.identifiers}
              onChange={(identifiers) => setRequest({ ...request, identifiers })}
              options={fields}
              optionFilterProp="label"
            />
          </label>
          <div role="group" aria-label={t('printing.code.as')}>
            {t('printing.code.as')}{' '}
            <Radio.Group
              value={request.as}
              onChange={(event) => setRequest({ ...request, as: event.target.value as 'pdf' })}
              options={[
                { value: 'pdf', label: t('printing.code.as_pdf') },
                { value: 'zip', label: t('printing.code.as_zip') },
              ]}
            />
          </div>
          <label>
            {t('printing.code.per_file')}{' '}
            <InputNumber
              min={1}
              max={codesPerFile}
              precision={0}
              value={request.perFile}
              onChange={(perFile) => setRequest({ ...request, perFile: perFile ?? codesPerFile })}
            />
          </label>
        </div>
      )}
    </Modal>
  );
}
