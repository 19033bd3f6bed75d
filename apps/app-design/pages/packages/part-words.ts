import { hasText, useT } from '@formwork/web/i18n/i18n.ts';

/** What parts and needs are called. */
export function usePartWords() {
  const t = useT();
  const named = (group: string, kind: string): string => {
    const key = `packages.${group}.${kind}`;
    return hasText(key) ? t(key) : t(`packages.${group}.other`);
  };
  return {
    kind: (kind: string) => named('kind', kind),
    need: (kind: string) => named('need', kind),
    why: (code: string | undefined, data?: Record<string, unknown>) =>
      code === undefined ? '' : hasText(code) ? t(code, data) : code,
  };
}
