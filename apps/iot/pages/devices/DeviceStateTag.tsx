import type { DeviceState } from '@formwork/contract/iot/api.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

const tones = { online: 'success', offline: 'warning', never: 'neutral', retired: 'neutral' } satisfies Record<
  DeviceState,
  StateTone
>;

export function DeviceStateTag({ state }: { state: DeviceState }) {
  const t = useT();
  return <StateTag tone={tones[state]}>{t(`records.reading.state_${state}`)}</StateTag>;
}
