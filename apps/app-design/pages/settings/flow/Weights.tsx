import type { ExecutorRule, Signing } from '@formwork/contract/workflow/graph.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber } from 'antd';

type Ratio = Extract<Signing, { way: 'ratio' }>;

/** How much the vote of each named person counts; whoever is found otherwise has one. */
export function Weights({
  rules,
  signing,
  onChange,
}: {
  rules: readonly ExecutorRule[];
  signing: Ratio;
  onChange: (signing: Ratio) => void;
}) {
  const t = useT();
  const persons = [...new Set(rules.flatMap((rule) => (rule.by === 'persons' ? rule.persons : [])))];
  const nameOf = useNames('people', persons);
  if (persons.length === 0) return null;
  const set = (person: string, weight: number | null) => {
    const { [person]: _, ...others } = signing.weights ?? {};
    onChange({ ...signing, weights: weight === null || weight === 1 ? others : { ...others, [person]: weight } });
  };
  return (
    <div className="flow-rights">
      <b className="flow-weights-title">{t('flow-design.signing.weights')}</b>
      {persons.map((person) => (
        <div key={person} className="flow-right">
          <span>{nameOf(person) ?? '…'}</span>
          <InputNumber
            size="small"
            min={0.1}
            max={1000}
            aria-label={nameOf(person) ?? ''}
            value={signing.weights?.[person] ?? 1}
            onChange={(weight) => set(person, weight)}
          />
        </div>
      ))}
    </div>
  );
}
