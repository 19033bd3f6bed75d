import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { CheckboxConfig } from '@formwork/contract/forms/field-types/checkbox.ts';
import type { MultiSelectConfig } from '@formwork/contract/forms/field-types/multi-select.ts';
import { Direction, type RadioConfig } from '@formwork/contract/forms/field-types/radio.ts';
import {
  optionLabel,
  type Option,
  type SingleSelectConfig,
} from '@formwork/contract/forms/field-types/single-select.ts';
import {
  coloured,
  colourForNew,
  colourScale,
  coloursOf,
  optionColours,
  scaleColours,
} from '@formwork/contract/hues/option-colours.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import { optionsOf } from '@formwork/contract/basedata/options.ts';
import { OptionTag } from '@formwork/records-ui/fields/choices/option-tag.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select } from 'antd';
import { useContext, useState } from 'react';
import { DesignedFieldContext, useReleasedOptions } from './designed-field.ts';
import { OptionRemoval } from './OptionRemoval.tsx';
import { OptionSource } from './OptionSource.tsx';
import { ChoicePart, NumberPart, type ConfigProps } from './parts.tsx';

export function SingleSelectConfigEditor(props: ConfigProps<SingleSelectConfig>) {
  const t = useT();
  return (
    <>
      <OwnOptions {...props} />
      <ChoicePart
        {...props}
        name="shape"
        label={t('design.config.shape')}
        options={['dropdown', 'radio']}
        labels="design.config.shape_"
      />
    </>
  );
}

export function MultiSelectConfigEditor(props: ConfigProps<MultiSelectConfig>) {
  const t = useT();
  return (
    <>
      <OwnOptions {...props} />
      <NumberPart {...props} name="max" label={t('design.config.most')} min={1} max={500} />
      <ChoicePart
        {...props}
        name="shape"
        label={t('design.config.shape')}
        options={['dropdown', 'checkboxes']}
        labels="design.config.shape_"
      />
    </>
  );
}

export function RadioConfigEditor(props: ConfigProps<RadioConfig>) {
  const t = useT();
  return (
    <>
      <OwnOptions {...props} />
      <ChoicePart
        {...props}
        name="direction"
        label={t('design.config.direction')}
        options={Direction.options}
        labels="design.config.direction_"
      />
    </>
  );
}

export function CheckboxConfigEditor(props: ConfigProps<CheckboxConfig>) {
  const t = useT();
  return (
    <>
      <OwnOptions {...props} />
      <NumberPart {...props} name="max" label={t('design.config.most')} min={1} max={500} />
      <ChoicePart
        {...props}
        name="direction"
        label={t('design.config.direction')}
        options={Direction.options}
        labels="design.config.direction_"
      />
    </>
  );
}

type Sourced = Pick<SingleSelectConfig, 'options' | 'dictionary'>;

function OwnOptions<Config extends Sourced>({ config, onChange }: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  return (
    <OptionSource config={config} onChange={onChange} optionsOf={optionsOf}>
      <OptionList options={config.options} onChange={(options) => onChange({ ...config, options })} />
    </OptionSource>
  );
}

const mostScaled = 12;

/** Labels in both languages, colour and order; pasting several lines adds several options. */
function OptionList({ options, onChange }: { options: Option[]; onChange: (options: Option[]) => void }) {
  const t = useT();
  const locale = useLocale();
  const released = useReleasedOptions();
  const designed = useContext(DesignedFieldContext);
  const [leaving, setLeaving] = useState<string>();
  const colours = coloursOf(options);
  const change = (at: number, part: Partial<Option>) =>
    onChange(options.map((option, place) => (place === at ? { ...option, ...part } : option)));
  const move = (at: number, by: number) => {
    const next = options.filter((_, place) => place !== at);
    next.splice(at + by, 0, options[at]!);
    onChange(next);
  };
  const paste = (at: number, text: string) => {
    const lines = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    const pasted = lines.map((zh) => ({ id: newElementId(), label: { zh } }));
    const all = coloured([...options.slice(0, at), ...pasted, ...options.slice(at + 1)]);
    onChange([...options.slice(0, at), ...all.slice(at, at + lines.length), ...options.slice(at + 1)]);
  };
  return (
    <fieldset className="designer-line">
      <legend>{t('design.config.options')}</legend>
      {options.map((option, at) => (
        <div key={option.id} className="designer-option" data-retired={option.retired || undefined}>
          <Input
            size="small"
            value={option.label.zh}
            aria-label={t('design.config.option_zh', { n: at + 1 })}
            status={option.label.zh.trim() === '' ? 'error' : ''}
            onChange={(event) => change(at, { label: { ...option.label, zh: event.target.value } })}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (/\n/.test(text.trim())) {
                event.preventDefault();
                paste(at, text);
              }
            }}
          />
          <Input
            size="small"
            value={option.label.en ?? ''}
            placeholder="EN"
            aria-label={t('design.config.option_en', { n: at + 1 })}
            onChange={(event) =>
              change(at, {
                label: event.target.value ? { ...option.label, en: event.target.value } : { zh: option.label.zh },
              })
            }
          />
          <Select
            size="small"
            value={colours[at]}
            aria-label={t('design.config.option_color', { n: at + 1 })}
            onChange={(color) => change(at, { color })}
            popupMatchSelectWidth={false}
            options={optionColours.map((color) => ({
              value: color,
              title: t(`design.color.${color}`),
              label: (
                <OptionTag id={color} options={[{ id: color, label: { zh: t(`design.color.${color}`) }, color }]} />
              ),
            }))}
          />
          <button
            type="button"
            className="fw-icon-button"
            disabled={at === 0}
            aria-label={t('design.config.option_up')}
            onClick={() => move(at, -1)}
          >
            <ArrowUpOutlined />
          </button>
          <button
            type="button"
            className="fw-icon-button"
            disabled={at === options.length - 1}
            aria-label={t('design.config.option_down')}
            onClick={() => move(at, 1)}
          >
            <ArrowDownOutlined />
          </button>
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.config.option_remove')}
            onClick={() =>
              released.has(option.id) ? setLeaving(option.id) : onChange(options.filter((_, place) => place !== at))
            }
          >
            <DeleteOutlined />
          </button>
          {option.retired && (
            <p className="designer-option-retired">
              {option.replacedBy === undefined
                ? t('design.config.option_retired')
                : t('design.config.option_replaced', { by: optionLabel(option.replacedBy, options, locale) })}{' '}
              <Button
                size="small"
                type="link"
                onClick={() =>
                  onChange(
                    options.map(({ retired, replacedBy, ...own }, place) =>
                      place === at
                        ? own
                        : { ...own, ...(retired && { retired }), ...(replacedBy !== undefined && { replacedBy }) },
                    ),
                  )
                }
              >
                {t('design.config.option_back')}
              </Button>
            </p>
          )}
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        onClick={() =>
          onChange([...options, newOption({ zh: `${t('design.config.option')}${options.length + 1}` }, options)])
        }
      >
        {t('design.config.option_add')}
      </Button>
      {options.length > 1 && options.length <= mostScaled && (
        <Button
          size="small"
          type="text"
          className="designer-scale"
          title={t('design.config.scale_hint')}
          onClick={() => {
            const scale = scaleColours(options.length);
            onChange(options.map((option, at) => ({ ...option, color: scale[at]! })));
          }}
        >
          <span aria-hidden>
            {colourScale.map((colour) => (
              <i key={colour} data-hue={colour} />
            ))}
          </span>
          {t('design.config.scale')}
        </Button>
      )}
      {leaving !== undefined && designed && (
        <OptionRemoval
          designed={designed}
          options={options}
          option={leaving}
          onChange={onChange}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </fieldset>
  );
}

function newOption(label: Option['label'], beside: readonly Option[]): Option {
  return { id: newElementId(), label, color: colourForNew(label, beside) };
}
