import { EnterpriseInfo } from '@formwork/contract/enterprise/info.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** What the contract would refuse, in words, by field. */
export function infoErrors(info: EnterpriseInfo, t: Translate): Partial<Record<keyof EnterpriseInfo, string>> {
  const issues = EnterpriseInfo.safeParse(info).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path }) => [path[0], t(`enterprise.info.wrong_${String(path[0])}`)]));
}
