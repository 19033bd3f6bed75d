import type { Rule } from '@formwork/contract/rules/rule.ts';
import { RuleBase } from './RuleBase.tsx';
import { StartForm } from './StartForm.tsx';
import type { KnownFacts } from './use-facts.ts';

/** What belongs to a rule as a whole: its name, when it runs and whose rights it has, what starts it. */
export function RuleSettings({
  rule,
  ruleId,
  facts,
  readOnly,
  onChange,
}: {
  rule: Rule;
  ruleId: string;
  facts: KnownFacts;
  readOnly: boolean;
  onChange?: ((change: Partial<Rule>, group: string) => void) | undefined;
}) {
  return (
    <div className="rule-inspector">
      <RuleBase rule={rule} facts={facts} readOnly={readOnly} onChange={(change) => onChange?.(change, 'base')} />
      <StartForm
        ruleId={ruleId}
        starts={rule.starts}
        facts={facts}
        readOnly={readOnly}
        onChange={(starts) => onChange?.({ starts }, 'starts')}
      />
    </div>
  );
}
