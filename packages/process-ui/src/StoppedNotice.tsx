import type { MyTask } from '@formwork/contract/workflow/process.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Alert } from 'antd';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { missingIn, whyIn } from './branch-words.ts';
import './process.css';

/** Above the form, where what is missing is filled in: why the process stopped here. */
export function StoppedNotice({ task }: { task: MyTask | undefined }) {
  const t = useT();
  const locale = useLocale();
  if (!task?.undecided) return null;
  const missing = missingIn(task.undecided, { t, locale });
  return (
    <Alert
      className="process-stopped"
      type="warning"
      showIcon
      title={t(`workflow.panel.stopped_${task.undecided.why === 'none' ? 'none' : 'undecided'}`, {
        node: textIn(task.name, locale),
      })}
      description={
        <>
          <p>
            {missing ? t('workflow.panel.stopped_missing', { fields: missing }) : t('workflow.panel.stopped_choose')}
          </p>
          <ul className="process-why">
            {whyIn(task.undecided, { t, locale })
              .slice(1)
              .map((line, at) => (
                <li key={at}>{line}</li>
              ))}
          </ul>
        </>
      }
    />
  );
}
