import { instanceStates } from '@formwork/contract/workflow/process.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import type { KnownFacts } from './use-facts.ts';

/** States in which a process comes to its end, or stands still. */
const ends = instanceStates.filter((state) => state !== 'processing');

/** A node of the form's process that it comes to, the state that it comes into, or any step at all. */
export function StepChoice({
  node,
  facts: { known, nameOf },
  readOnly,
  onChange,
}: {
  node: string;
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (node: string) => void;
}) {
  const t = useT();
  const states = ends.map((state) => ({ value: state as string, label: t(`rules.step.${state}`) }));
  const steps = known.steps.map(({ id }) => ({ value: id, label: nameOf(id) }));
  const isKnown = node === '' || [...states, ...steps].some(({ value }) => value === node);
  return (
    <Select
      aria-label={t('rules.field.node')}
      disabled={readOnly}
      showSearch={{ optionFilterProp: 'label' }}
      value={node}
      onChange={onChange}
      options={[
        { value: '', label: t('rules.any_node') },
        // of a process that is drawn anew, or not released yet
        ...(isKnown ? [] : [{ value: node, label: t('rules.step.gone', { node }) }]),
        ...(steps.length > 0 ? [{ label: t('rules.step.nodes'), options: steps }] : []),
        { label: t('rules.step.states'), options: states },
      ]}
    />
  );
}
