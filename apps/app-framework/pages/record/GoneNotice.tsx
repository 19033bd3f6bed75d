import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { readDraft, writeDraft } from '@formwork/records-ui/record-form/drafts.ts';
import type { RecordFormModel } from '@formwork/records-ui/record-form/use-record-form.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Alert, Button } from 'antd';
import { paths } from '../../paths.ts';

/** Somebody has deleted the record, or closed it to me, while I was writing: what I wrote stays, and can become a new record. */
export function GoneNotice({ appId, plan, form }: { appId: string; plan: PersonalPlan; form: RecordFormModel }) {
  const t = useT();
  const router = useRouter();
  const { formId } = plan;
  // another new record that was begun is not written over
  const mayTakeOver = plan.can.create && readDraft(formId, undefined) === undefined;
  const takeOver = () => {
    const { values, slaves } = form.data;
    const rows = Object.fromEntries(
      Object.entries(slaves).map(([table, own]) => [table, own.map((row) => ({ ...row, isNew: true }))]),
    );
    const own = Object.fromEntries(Object.entries(values).filter(([id]) => !id.startsWith('_')));
    writeDraft(formId, undefined, {
      version: 0,
      at: new Date().toISOString(),
      mine: { values: own, slaves: rows },
      before: { values: {}, slaves: {} },
    });
    form.discard();
    setTimeout(() => void router.go(paths.newRecord(appId, formId)));
  };
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('records.record.gone_meanwhile')}
      description={t('records.record.gone_meanwhile_hint')}
      {...(mayTakeOver && {
        action: (
          <Button size="small" onClick={takeOver}>
            {t('records.record.take_over')}
          </Button>
        ),
      })}
    />
  );
}
