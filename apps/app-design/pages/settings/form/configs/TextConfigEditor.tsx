import type { LongTextConfig } from '@formwork/contract/forms/field-types/long-text.ts';
import { patternOf, type TextConfig } from '@formwork/contract/forms/field-types/text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { Line, TextPair } from '../inspector-parts.tsx';
import { NumberPart, useLimitsText, withSetting, type ConfigProps } from './parts.tsx';

export function TextConfigEditor(props: ConfigProps<TextConfig>) {
  const t = useT();
  const { config, onChange } = props;
  const isPattern = config.pattern === undefined || patternOf(config.pattern) !== null;
  return (
    <>
      <TextPair
        most={200}
        label={t('design.config.placeholder')}
        value={config.placeholder}
        onChange={(placeholder) => onChange(withSetting(config, 'placeholder', placeholder))}
      />
      <NumberPart {...props} name="minLength" label={t('design.config.min_length')} min={0} max={1000} />
      <NumberPart
        {...props}
        name="maxLength"
        label={t('design.config.max_length')}
        min={1}
        max={1000}
        wrong={useLimitsText(config.minLength, config.maxLength)}
      />
      <NumberPart
        {...props}
        name="similarity"
        label={t('design.config.similarity')}
        help={t('design.config.similarity_help')}
        min={0}
        max={100}
        unit="%"
      />
      <Line
        label={t('design.config.pattern')}
        help={t('design.config.pattern_help')}
        wrong={isPattern ? undefined : t('forms.problem.pattern')}
      >
        <Input
          value={config.pattern ?? ''}
          maxLength={500}
          status={isPattern ? '' : 'error'}
          onChange={(event) => onChange(withSetting(config, 'pattern', event.target.value || undefined))}
        />
      </Line>
    </>
  );
}

export function LongTextConfigEditor(props: ConfigProps<LongTextConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="maxLength" label={t('design.config.max_length')} min={1} max={100_000} />
      <NumberPart {...props} name="rows" label={t('design.config.rows')} min={2} max={40} />
    </>
  );
}
