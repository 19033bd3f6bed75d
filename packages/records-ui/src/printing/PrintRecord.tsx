import { printingApi } from '@formwork/contract/printing/api.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { PrintOut } from './PrintOut.tsx';
import { linkBefore } from './record-link.ts';

/** Fills a record into a template and hands it to the browser's printing, once; what is refused is said. */
export default function PrintRecord({
  formId,
  recordId,
  templateId,
  onDone,
}: {
  formId: string;
  recordId: string;
  templateId: string | null;
  onDone: () => void;
}) {
  const appId = useQuery(q(recordsApi.plan, { params: { formId } })).data?.appId;
  const print = useCommand(printingApi.print);
  const [document, setDocument] = useState<PrintDocument>();
  const asked = useRef(false);
  const { run } = print;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (appId === undefined || asked.current) return;
    asked.current = true;
    void run({ params: { formId }, body: { recordId, templateId, link: linkBefore(appId, formId) } }).then((filled) =>
      filled ? setDocument(filled) : done.current(),
    );
  }, [appId, run, formId, recordId, templateId]);
  return document ? <PrintOut document={document} onDone={onDone} /> : null;
}
