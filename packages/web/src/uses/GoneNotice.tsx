import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import './uses.css';

/** So many things are named that are not there any more: which, below. */
export function GoneNotice({ count, children }: { count: number; children: ReactNode }) {
  const t = useT();
  return (
    <Alert
      className="fw-gone-uses"
      type="warning"
      showIcon
      closable
      title={t('uses.gone_title', { count })}
      description={children}
    />
  );
}
