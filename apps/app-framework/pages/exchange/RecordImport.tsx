import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { RememberedImport, Sheet } from '@formwork/contract/records/import.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Steps } from '@formwork/ui/feedback/steps.tsx';
import { ImportProgress } from '@formwork/records-ui/exchange/ImportProgress.tsx';
import { SheetUpload } from '@formwork/records-ui/exchange/SheetUpload.tsx';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { firstDraft, isRemembered, targetsOf, type ImportDraft } from './import-draft.ts';
import { ImportCheck } from './ImportCheck.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import './exchange.css';

const steps = ['upload', 'columns', 'check', 'result'] as const;

/** Rows of a file into a form that is there: upload, match the columns, look at the first rows, watch them come in. */
export default function RecordImport({ plan }: { plan: PersonalPlan }) {
  const t = useT();
  const locale = useLocale();
  const { formId, appId, definition } = plan;
  const remembered = useQuery(q(recordsApi.rememberedImport, { params: { formId } }));
  return (
    <Page title={t('exchange.import.title')} note={textIn(definition.title, locale)} back={paths.app(appId, formId)}>
      {remembered.isPending ? (
        <SkeletonRows rows={6} />
      ) : remembered.isError ? (
        <ErrorState onRetry={() => void remembered.refetch()} />
      ) : (
        <Wizard plan={plan} remembered={remembered.data.settings} />
      )}
    </Page>
  );
}

function Wizard({ plan, remembered }: { plan: PersonalPlan; remembered: RememberedImport | null }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { formId, appId } = plan;
  const targets = useMemo(() => targetsOf(plan, locale), [plan, locale]);
  const [taken, setTaken] = useState<{ sheet: Sheet; draft: ImportDraft }>();
  const [checking, setChecking] = useState(false);
  // in the address, so that a reload goes on watching
  const [importId, setImportId] = useQueryText('importId');
  const step = importId ? 'result' : !taken ? 'upload' : checking ? 'check' : 'columns';
  const begin = (sheet: Sheet) => setTaken({ sheet, draft: firstDraft(sheet, targets, remembered) });
  const again = () => {
    setTaken(undefined);
    setChecking(false);
    setImportId(undefined);
  };
  return (
    <div className="exchange-wizard">
      <Steps
        steps={steps.map((id) => ({ id, title: t(`exchange.import.step_${id}`) }))}
        current={step}
        {...(taken && !importId
          ? {
              onStep: (id: string) => {
                if (id === 'upload') again();
                else if (id === 'columns') setChecking(false);
              },
            }
          : {})}
      />
      {step === 'upload' && <SheetUpload zip onSheet={begin} />}
      {step === 'columns' && taken && (
        <ImportColumns
          sheet={taken.sheet}
          draft={taken.draft}
          targets={targets}
          remembered={isRemembered(taken.sheet, taken.draft.into, remembered)}
          onSheet={begin}
          onDraft={(draft) => setTaken({ ...taken, draft })}
          onCheck={() => setChecking(true)}
        />
      )}
      {step === 'check' && taken && (
        <ImportCheck
          formId={formId}
          sheet={taken.sheet}
          draft={taken.draft}
          targets={targets}
          onBack={() => setChecking(false)}
          onStarted={setImportId}
        />
      )}
      {importId && (
        <ImportProgress
          importId={importId}
          actions={() => (
            <>
              <Button onClick={again}>{t('sheets.again')}</Button>
              <Button
                type="primary"
                onClick={() => {
                  void refresh(recordsApi.list, recordsApi.count);
                  void router.go(paths.app(appId, formId));
                }}
              >
                {t('exchange.import.open_list')}
              </Button>
            </>
          )}
        />
      )}
    </div>
  );
}
