import { useT } from '@formwork/web/i18n/i18n.ts';
import { Tag } from 'antd';

/** Which release people work with. */
export function ReleaseTag({ number }: { number: number | null }) {
  const t = useT();
  return <Tag>{number === null ? t('design.release.none') : t('design.release.number', { number })}</Tag>;
}
