import { PrinterOutlined } from '@ant-design/icons';
import { printingApi, recordsPerBatch } from '@formwork/contract/printing/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FinishedFile } from './FinishedFile.tsx';
import { linkBefore } from './record-link.ts';

/** The chosen records as one PDF: which template, then a job that may be left alone. */
export function BatchPrint({
  appId,
  formId,
  recordIds,
  title,
}: {
  appId: string;
  formId: string;
  recordIds: string[];
  title?: string;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        {title ?? t('printing.print')}
      </Button>
      {open && <BatchDialog appId={appId} formId={formId} recordIds={recordIds} onClose={() => setOpen(false)} />}
    </>
  );
}

function BatchDialog({
  appId,
  formId,
  recordIds,
  onClose,
}: {
  appId: string;
  formId: string;
  recordIds: string[];
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const choices = useQuery(q(printingApi.choices, { params: { formId } }));
  const batch = useCommand(printingApi.batch);
  const [chosen, setChosen] = useState<string>();
  const [jobId, setJobId] = useState<string>();
  const template = chosen ?? choices.data?.find(({ isDefault }) => isDefault)?.id ?? '';
  const tooMany = recordIds.length > recordsPerBatch;
  const start = async () => {
    const started = await batch.run({
      params: { formId },
      body: { recordIds, templateId: template === '' ? null : template, link: linkBefore(appId, formId) },
    });
    if (started) setJobId(started.jobId);
  };
  return (
    <Modal
      open
      title={t('printing.batch.title', { count: recordIds.length })}
      onCancel={onClose}
      okText={t('printing.batch.start')}
      onOk={() => void start()}
      confirmLoading={batch.pending}
      okButtonProps={{ disabled: tooMany || choices.isPending }}
      {...(jobId ? { footer: null } : {})}
    >
      {jobId ? (
        <FinishedFile jobId={jobId} />
      ) : (
        <div className="fw-printing-form">
          {tooMany && <Alert type="warning" showIcon title={t('printing.batch.limit', { count: recordsPerBatch })} />}
          {batch.errorText && <Alert type="error" showIcon title={batch.errorText} />}
          <label>
            {t('printing.choose')}
            <Select
              value={template}
              loading={choices.isPending}
              onChange={setChosen}
              options={[
                ...(choices.data ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
                { value: '', label: t('printing.whole_form') },
              ]}
            />
          </label>
        </div>
      )}
    </Modal>
  );
}
