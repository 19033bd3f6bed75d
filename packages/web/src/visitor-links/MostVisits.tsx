import { mostVisits } from '@formwork/contract/visitors/visit.ts';
import { Form, InputNumber } from 'antd';
import { useT } from '../i18n/i18n.ts';
import './visitor-links.css';

/** After how many visits a link ends, within a form; empty: it does not. */
export function MostVisits() {
  const t = useT();
  return (
    <Form.Item name="most" label={t('records.link.most')} extra={t('records.link.most_hint')}>
      <InputNumber className="fw-visitor-most" min={1} max={mostVisits} precision={0} />
    </Form.Item>
  );
}
