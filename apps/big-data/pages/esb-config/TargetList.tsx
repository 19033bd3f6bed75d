import type { Target } from '@formwork/contract/gateway/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, InputNumber } from 'antd';
import { useNewId } from './Row.tsx';

/** Addresses with their weights. */
export function TargetList({
  targets,
  prefix,
  disabled,
  onChange,
}: {
  targets: Target[];
  /** Of the ids of new ones: two lists of an API must not have the same. */
  prefix: string;
  disabled: boolean;
  onChange: (targets: Target[]) => void;
}) {
  const t = useT();
  const newId = useNewId(prefix);
  const change = (id: string, part: Partial<Target>) =>
    onChange(targets.map((one) => (one.id === id ? { ...one, ...part } : one)));
  return (
    <div className="esb-stack">
      {targets.map(({ id, url, weight }) => (
        <div key={id} className="esb-line">
          <Input
            className="esb-wide"
            aria-label={t('gateway.source.url')}
            disabled={disabled}
            value={url}
            placeholder="https://api.example.com/v1"
            onChange={(event) => change(id, { url: event.target.value.trim() })}
          />
          <InputNumber
            aria-label={t('gateway.source.weight')}
            prefix={t('gateway.source.weight')}
            min={0}
            max={1000}
            disabled={disabled}
            value={weight}
            onChange={(next) => change(id, { weight: next ?? 0 })}
          />
          <Button
            type="text"
            danger
            disabled={disabled}
            onClick={() => onChange(targets.filter((one) => one.id !== id))}
          >
            {t('gateway.remove')}
          </Button>
        </div>
      ))}
      <Button
        type="dashed"
        disabled={disabled}
        onClick={() => onChange([...targets, { id: newId(), url: '', weight: 1 }])}
      >
        {t('gateway.source.target_add')}
      </Button>
    </div>
  );
}
