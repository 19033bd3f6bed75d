import type { App } from '@formwork/contract/forms/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Steps } from '@formwork/ui/feedback/steps.tsx';
import { ImportProgress } from '@formwork/records-ui/exchange/ImportProgress.tsx';
import { SheetUpload } from '@formwork/records-ui/exchange/SheetUpload.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { SheetColumns } from './SheetColumns.tsx';
import './import.css';

const steps = ['upload', 'columns', 'import'] as const;

/** A form from a spreadsheet: upload it, look through the guessed columns, watch the records come in. */
export function SheetImport({ app }: { app: App }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const [sheet, setSheet] = useState<Sheet>();
  // In the address, so that a reload goes on watching.
  const [importId, setImportId] = useQueryText('importId');
  const step = importId ? 'import' : sheet ? 'columns' : 'upload';
  return (
    <Page title={t('design.import.title')} note={textIn(app.title, locale)} back={paths.apps()}>
      <div className="import-steps">
        <Steps
          steps={steps.map((id) => ({ id, title: t(`design.import.step_${id}`) }))}
          current={step}
          {...(step === 'columns' ? { onStep: () => setSheet(undefined) } : {})}
        />
      </div>
      {step === 'upload' && <SheetUpload onSheet={setSheet} />}
      {step === 'columns' && <SheetColumns app={app} sheet={sheet!} onSheet={setSheet} onStarted={setImportId} />}
      {importId && (
        <ImportProgress
          importId={importId}
          actions={({ formId }) => (
            <>
              <Button onClick={() => void router.go(paths.formSettings(app.id, formId))}>
                {t('design.forms.design')}
              </Button>
              <Button type="primary" onClick={() => void router.go(paths.app(app.id, formId))}>
                {t('design.import.open_list')}
              </Button>
            </>
          )}
        />
      )}
    </Page>
  );
}
