import { linkMostDays, linkPasswordLength } from '@formwork/contract/records/link.ts';
import { useT } from '../i18n/i18n.ts';
import { mostVisits } from '@formwork/contract/visitors/visit.ts';
import { Form, Input, InputNumber, Radio } from 'antd';
import './visitor-links.css';

export interface LinkTermsValues {
  days: number;
  password?: string;
  most?: number | null;
}

const days = [1, 7, 30, 90, linkMostDays] as const;
export const firstTerms: LinkTermsValues = { days: 7, password: '' };

/** How long a link holds, what opens it and how often, within a form. */
export function LinkTerms() {
  const t = useT();
  return (
    <>
      <Form.Item name="days" label={t('records.link.lasts')}>
        <Radio.Group options={days.map((value) => ({ value, label: t('records.link.days', { count: value }) }))} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('records.link.password')}
        rules={[{ min: linkPasswordLength, message: t('records.link.short_password', { min: linkPasswordLength }) }]}
      >
        <Input.Password maxLength={200} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="most" label={t('records.link.most')} extra={t('records.link.most_hint')}>
        <InputNumber className="fw-visitor-most" min={1} max={mostVisits} precision={0} />
      </Form.Item>
    </>
  );
}

export function termsOf({ days: wanted, password, most = null }: LinkTermsValues): {
  expiresAt: string;
  password: string | null;
  most: number | null;
} {
  return { expiresAt: new Date(Date.now() + wanted * 86_400_000).toISOString(), password: password || null, most };
}
