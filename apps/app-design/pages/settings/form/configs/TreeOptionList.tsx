import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined, SubnodeOutlined } from '@ant-design/icons';
import { wayText, type TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input } from 'antd';
import { useContext, useState } from 'react';
import { DesignedFieldContext, useReleasedOptions } from './designed-field.ts';
import { OptionRemoval } from './OptionRemoval.tsx';
import { addedBelow, depthsOf, movedBranch, pastedBelow, removedBranch } from './tree-edits.ts';

/** Labels in both languages, each behind the one it stands below; pasting several lines adds a branch, indented ones below each other. */
export function TreeOptionList({
  options,
  onChange,
}: {
  options: TreeOption[];
  onChange: (options: TreeOption[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const released = useReleasedOptions();
  const designed = useContext(DesignedFieldContext);
  const [leaving, setLeaving] = useState<string>();
  const depths = depthsOf(options);
  const change = (id: string, part: Partial<TreeOption>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...part } : option)));
  const move = (id: string, by: 1 | -1) => {
    const moved = movedBranch(options, id, by);
    if (moved !== options) onChange([...moved]);
  };
  const fresh = t('design.config.node');
  return (
    <fieldset className="designer-line">
      <legend>{t('design.config.options')}</legend>
      {options.map(({ id, parent, label, retired, replacedBy }, at) => (
        <div
          key={id}
          className="designer-option designer-tree-option"
          data-retired={retired || undefined}
          style={{ paddingInlineStart: Math.min(depths.get(id) ?? 0, 6) * 12 }}
        >
          <Input
            size="small"
            value={label.zh}
            aria-label={t('design.config.option_zh', { n: at + 1 })}
            status={label.zh.trim() === '' ? 'error' : ''}
            onChange={(event) => change(id, { label: { ...label, zh: event.target.value } })}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!/\n/.test(text.trim())) return;
              event.preventDefault();
              onChange(pastedBelow(options, parent, text));
            }}
          />
          <Input
            size="small"
            value={label.en ?? ''}
            placeholder="EN"
            aria-label={t('design.config.option_en', { n: at + 1 })}
            onChange={(event) =>
              change(id, { label: event.target.value ? { zh: label.zh, en: event.target.value } : { zh: label.zh } })
            }
          />
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.config.node_below', { name: label.zh })}
            title={t('design.config.node_below', { name: label.zh })}
            onClick={() => onChange(addedBelow(options, id, [fresh]))}
          >
            <SubnodeOutlined />
          </button>
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.config.option_up')}
            onClick={() => move(id, -1)}
          >
            <ArrowUpOutlined />
          </button>
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.config.option_down')}
            onClick={() => move(id, 1)}
          >
            <ArrowDownOutlined />
          </button>
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.config.option_remove')}
            onClick={() => (released.has(id) ? setLeaving(id) : onChange(removedBranch(options, id)))}
          >
            <DeleteOutlined />
          </button>
          {retired && (
            <p className="designer-option-retired">
              {replacedBy === undefined
                ? t('design.config.option_retired')
                : t('design.config.option_replaced', { by: wayText(replacedBy, options, locale) })}{' '}
              <Button
                size="small"
                type="link"
                onClick={() =>
                  onChange(
                    options.map(({ retired: off, replacedBy: by, ...own }) =>
                      own.id === id
                        ? own
                        : { ...own, ...(off && { retired: off }), ...(by !== undefined && { replacedBy: by }) },
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
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange(addedBelow(options, undefined, [fresh]))}>
        {t('design.config.node_add')}
      </Button>
      <small>{t('design.config.node_paste')}</small>
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
