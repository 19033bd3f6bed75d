import { Page } from '@formwork/ui/frame/page.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { RecycleBin } from '@formwork/records-ui/recycle/RecycleBin.tsx';

/** Deleted records of all applications. */
export default function RecyclePage() {
  const t = useT();
  const elements = useElements('recycle');
  return (
    <Page fill flush title={t('recycle.page.title')} note={t('recycle.page.note')}>
      <RecycleBin shows={(filter) => elements.shows('filters', filter)} />
    </Page>
  );
}
