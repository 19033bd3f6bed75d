import type { RemarkView } from '@formwork/contract/workflow/process.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** One sentence: who stopped, resumed or ended a process, or said something about it. */
export function remarkTitle({ kind, by, deputy }: RemarkView, t: Translate): string {
  const actor =
    by && deputy
      ? t('workflow.event.on_behalf_of', { deputy: deputy.name, name: by.name })
      : (by?.name ?? t('workflow.event.system'));
  return t(`workflow.event.${kind}`, { actor });
}
