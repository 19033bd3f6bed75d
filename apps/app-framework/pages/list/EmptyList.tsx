import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { paths, type ListView } from '../../paths.ts';

/** Why nothing is here, and what to do next. */
export function EmptyList({ plan, view, onClear }: { plan: PersonalPlan; view: ListView; onClear: () => void }) {
  const t = useT();
  const router = useRouter();
  if (view.filter || view.search) {
    return (
      <EmptyState
        title={t('records.empty.filtered')}
        hint={t('records.empty.filtered_hint')}
        action={<Button onClick={onClear}>{t('records.empty.clear')}</Button>}
      />
    );
  }
  if (!plan.can.create) return <EmptyState title={t('records.empty.none')} hint={t('records.empty.none_hint')} />;
  return (
    <EmptyState
      title={t('records.empty.none')}
      hint={t('records.empty.create_hint')}
      action={
        <Button type="primary" onClick={() => void router.go(paths.newRecord(plan.appId, plan.formId))}>
          {t('records.list.new')}
        </Button>
      }
    />
  );
}
