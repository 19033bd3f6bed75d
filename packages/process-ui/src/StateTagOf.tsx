import type { InstanceState } from '@formwork/contract/workflow/process.ts';
import { Tag } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';

const colors = {
  processing: 'processing',
  finished: 'success',
  interrupted: 'warning',
  invalid: 'default',
} as const satisfies Record<InstanceState, string>;

export function StateTagOf({ state }: { state: InstanceState }) {
  const t = useT();
  return <Tag color={colors[state]}>{t(`workflow.state.${state}`)}</Tag>;
}
