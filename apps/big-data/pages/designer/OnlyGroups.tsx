import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { GroupLimit, groupLimits } from '@formwork/contract/analytics/chart.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';

interface Props {
  only: readonly GroupLimit[];
  readOnly: boolean;
  onOnly: (only: GroupLimit[]) => void;
}

/** As it is typed: without a number it asks nothing, and stays while one is written. */
interface Line {
  key: number;
  is: GroupLimit['is'];
  value: string | null;
}

const mostLimits = 2;

/** Which groups a figure lets into the result: those above, below or between numbers. */
export function OnlyGroups({ only, readOnly, onOnly }: Props) {
  const t = useT();
  const [typed, setTyped] = useState<Line[]>(() => linesOf(only));
  // what came from elsewhere, by undo or another person, stands; what is being typed stays
  const lines = sameLimits(limitsOf(typed), only) ? typed : linesOf(only);
  const change = (next: Line[]) => {
    setTyped(next);
    const limits = limitsOf(next);
    if (!sameLimits(limits, only)) onOnly(limits);
  };
  const set = (key: number, part: Partial<Line>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  return (
    <>
      {lines.map(({ key, is, value }, at) => (
        <div key={key} className="analytics-row" role="group" aria-label={t('analytics.only_groups')}>
          <span>{t(at === 0 ? 'analytics.only_groups' : 'analytics.only_and')}</span>
          <span className="analytics-only">
            <Select
              disabled={readOnly}
              aria-label={t('analytics.only_is')}
              value={is}
              options={groupLimits.map((one) => ({ value: one, label: t(`analytics.only.${one}`) }))}
              onChange={(next) => set(key, { is: next })}
            />
            <InputNumber
              disabled={readOnly}
              aria-label={t('analytics.only_value')}
              stringMode
              value={value}
              onChange={(next) => set(key, { value: next })}
            />
            {!readOnly && (
              <Button
                size="small"
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('analytics.only_remove')}
                onClick={() => change(lines.filter((line) => line.key !== key))}
              />
            )}
          </span>
        </div>
      ))}
      {!readOnly && lines.length < mostLimits && (
        // no label: it would take the place of the button's own words
        <div className="analytics-row">
          <span>{lines.length === 0 && t('analytics.only_groups')}</span>
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined />}
            onClick={() => {
              const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
              change([...lines, { key, is: lines.length === 0 ? 'gt' : 'lt', value: null }]);
            }}
          >
            {t('analytics.only_add')}
          </Button>
        </div>
      )}
    </>
  );
}

const linesOf = (only: readonly GroupLimit[]): Line[] => only.map((limit, key) => ({ key, ...limit }));

const limitsOf = (lines: readonly Line[]): GroupLimit[] =>
  lines.flatMap(({ is, value }) => GroupLimit.safeParse({ is, value }).data ?? []);

const sameLimits = (some: readonly GroupLimit[], others: readonly GroupLimit[]): boolean =>
  some.length === others.length &&
  some.every(({ is, value }, at) => is === others[at]!.is && value === others[at]!.value);
