import { hasText, type Translate } from '@formwork/web/i18n/i18n.ts';

/** What is asked for; endpoints that have no words of their own are named by their path. */
export function actionText(action: string, t: Translate): string {
  const key = `review.action.${action}`;
  return hasText(key) ? t(key) : action;
}
