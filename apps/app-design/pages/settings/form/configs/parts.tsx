import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { InputNumber, Select, Switch } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Line } from '../inspector-parts.tsx';

/** Settings of one type of field. */
export interface ConfigProps<Config> {
  config: Config;
  onChange: (config: Config) => void;
  definition: FormDefinition;
  /** The slave table the field stands in. */
  table: string | undefined;
}

type KeysOf<Config, Value> = { [K in keyof Config]-?: NonNullable<Config[K]> extends Value ? K : never }[keyof Config];
interface PartProps<Config> {
  config: Config;
  onChange: (config: Config) => void;
  label: string;
}

/** A number that may be left out; a whole one unless it may have a `fraction`. */
export function NumberPart<Config extends object>({
  config,
  onChange,
  name,
  label,
  min,
  max,
  empty = true,
  fraction = false,
  wrong,
  help,
  unit,
}: PartProps<Config> & {
  name: KeysOf<Config, number>;
  min?: number;
  max?: number;
  empty?: boolean;
  fraction?: boolean;
  wrong?: string | undefined;
  help?: string;
  unit?: string;
}) {
  const value = config[name] as number | undefined;
  return (
    <Line label={label} wrong={wrong} {...(help !== undefined && { help })}>
      <InputNumber
        {...(unit !== undefined && { suffix: unit })}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(!fraction && { precision: 0 })}
        status={wrong === undefined ? '' : 'error'}
        value={value ?? null}
        onChange={(next) => {
          if (next !== null || empty) onChange(withSetting(config, name, next ?? undefined));
        }}
      />
    </Line>
  );
}

export function FlagPart<Config extends object>({
  config,
  onChange,
  name,
  label,
}: PartProps<Config> & { name: KeysOf<Config, boolean> }) {
  return (
    <Line label={label} inline>
      <Switch
        size="small"
        checked={Boolean(config[name])}
        onChange={(next) => onChange(withSetting(config, name, next))}
      />
    </Line>
  );
}

/** One of a few words, the first unless chosen; `labels` is the start of their keys in the dictionary. */
export function ChoicePart<Config extends object>({
  config,
  onChange,
  name,
  label,
  options,
  labels,
}: PartProps<Config> & { name: KeysOf<Config, string>; options: readonly string[]; labels: string }) {
  const t = useT();
  return (
    <Line label={label}>
      <Select
        value={(config[name] as string | undefined) ?? options[0]}
        onChange={(next: string) => onChange(withSetting(config, name, next))}
        options={options.map((value) => ({ value, label: t(`${labels}${value}`) }))}
      />
    </Line>
  );
}

/** What to say below the upper of two limits that contradict each other. */
export function useLimitsText(
  lower: number | string | undefined,
  upper: number | string | undefined,
): string | undefined {
  const t = useT();
  return lower !== undefined && upper !== undefined && lower > upper ? t('forms.problem.range') : undefined;
}

export function withSetting<Config extends object>(config: Config, name: keyof Config, value: unknown): Config {
  const { [name]: _, ...rest } = config;
  return (value === undefined ? rest : { ...rest, [name]: value }) as Config;
}
