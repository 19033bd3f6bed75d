import { DownloadOutlined, FilePdfOutlined, PrinterOutlined, QrcodeOutlined } from '@ant-design/icons';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { useQuery } from '@tanstack/react-query';
import { App, Modal } from 'antd';
import { useState } from 'react';
import { archiveAddress } from '../fields/files/file-values.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { FinishedFile } from './FinishedFile.tsx';
import { PrintOut } from './PrintOut.tsx';
import { linkBefore } from './record-link.ts';

export interface PrintButtonProps {
  appId: string;
  formId: string;
  recordId: string;
  title: string;
  /** What the button is called. */
  name: string;
  mayPrint: boolean;
  /** All files of the record that the person sees. */
  files: readonly FileValue[];
}

/** What leaves the screen: the record on paper by one of its templates, as PDF, its QR code, its files. */
export function PrintButton({ appId, formId, recordId, title, name, mayPrint, files }: PrintButtonProps) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const choices = useQuery({ ...q(printingApi.choices, { params: { formId } }), enabled: mayPrint });
  const print = useCommand(printingApi.print);
  const batch = useCommand(printingApi.batch);
  const [document, setDocument] = useState<PrintDocument>();
  const [jobId, setJobId] = useState<string>();
  const [coded, setCoded] = useState(false);
  const link = linkBefore(appId, formId);
  const printWith = async (templateId: string | null) => {
    const filled = await print.run({ params: { formId }, body: { recordId, templateId, link } });
    if (filled) setDocument(filled);
    else void message.error(t('printing.failed'));
  };
  const asPdf = async (templateId: string | null) => {
    const started = await batch.run({ params: { formId }, body: { recordIds: [recordId], templateId, link } });
    if (started) setJobId(started.jobId);
    else void message.error(t('printing.failed'));
  };
  const templates = choices.data ?? [];
  const items: MenuEntry[] = [
    ...(mayPrint
      ? [
          { heading: t('printing.choose') },
          ...templates.map((template) => ({
            id: template.id,
            title: textIn(template.title, locale),
            icon: <PrinterOutlined />,
            onSelect: () => void printWith(template.id),
          })),
          {
            id: 'whole',
            title: t('printing.whole_form'),
            icon: <PrinterOutlined />,
            onSelect: () => void printWith(null),
          },
          {
            id: 'pdf',
            title: t('printing.as_pdf'),
            icon: <FilePdfOutlined />,
            onSelect: () => void asPdf(templates.find(({ isDefault }) => isDefault)?.id ?? null),
          },
          'line' as const,
        ]
      : []),
    { id: 'qr', title: t('printing.code.title'), icon: <QrcodeOutlined />, onSelect: () => setCoded(true) },
    ...(files.length > 0
      ? [
          {
            id: 'files',
            title: t('records.file.download_all', { count: files.length }),
            icon: <DownloadOutlined />,
            onSelect: () => location.assign(archiveAddress(files, title)),
          },
        ]
      : []),
  ];
  return (
    <>
      <MenuButton label={mayPrint ? name : t('printing.code.title')} items={items} align="end">
        {mayPrint ? <PrinterOutlined /> : <QrcodeOutlined />}
      </MenuButton>
      {document && <PrintOut document={document} onDone={() => setDocument(undefined)} />}
      {coded && <CodeDialog link={`${link}${recordId}`} title={title} onClose={() => setCoded(false)} />}
      <Modal
        open={jobId !== undefined}
        title={t('printing.as_pdf')}
        footer={null}
        onCancel={() => setJobId(undefined)}
        destroyOnHidden
      >
        {jobId && <FinishedFile jobId={jobId} />}
      </Modal>
    </>
  );
}
