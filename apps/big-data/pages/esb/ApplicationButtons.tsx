import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';

/** What can be done with an application of a consumer. */
export function ApplicationButtons({ onIssue, onRemove }: { onIssue: () => void; onRemove: () => void }) {
  const t = useT();
  return (
    <>
      <Button size="small" onClick={onIssue}>
        {t('gateway.credential.add')}
      </Button>
      <Button size="small" type="text" danger onClick={onRemove}>
        {t('gateway.application.remove')}
      </Button>
    </>
  );
}
