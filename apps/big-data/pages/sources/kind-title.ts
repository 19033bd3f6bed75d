import { hasText, type Translate } from '@formwork/web/i18n/i18n.ts';

/** A kind of connection as people call it. */
export function kindTitle(kind: string, t: Translate): string {
  return hasText(`sources.kind.${kind}`) ? t(`sources.kind.${kind}`) : kind;
}
