import { DeleteOutlined, DownOutlined, RightOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Switch } from 'antd';
import { NotificationEditor } from './NotificationEditor.tsx';

export interface CardProps {
  rule: NotificationRule;
  definition: FormDefinition;
  readOnly: boolean;
  open: boolean;
  /** What receivers are called, by their ids. */
  names: Readonly<Record<string, string>>;
  /** What is wrong, by its place in the rule. */
  problems: Readonly<Record<string, string>>;
  onOpen: () => void;
  onNames: (names: Record<string, string>) => void;
  onChange: (rule: NotificationRule) => void;
  onRemove: () => void;
}

/** One rule: a line that says what it does, and opened, all that can be set of it. */
export function NotificationCard(props: CardProps) {
  const { rule, readOnly, open, problems, onOpen, onChange, onRemove } = props;
  const t = useT();
  const locale = useLocale();
  const title = textIn(rule.title, locale) || t('design.notify.untitled');
  const wrong = Object.keys(problems).length > 0;
  return (
    <section className="notify-rule" data-open={open || undefined} data-wrong={wrong || undefined}>
      <header>
        <button type="button" className="notify-open" aria-expanded={open} onClick={onOpen}>
          {open ? <DownOutlined /> : <RightOutlined />}
          <strong>{title}</strong>
          <small>
            {t(`design.notify.on.${rule.when.on}`)} ·{' '}
            {rule.ways.map((way) => t(`design.notify.way.${way}`)).join(t('design.notify.and'))}
          </small>
        </button>
        <Switch
          size="small"
          checked={rule.enabled}
          disabled={readOnly}
          aria-label={t('design.notify.enabled', { name: title })}
          onChange={(enabled) => onChange({ ...rule, enabled })}
        />
        {!readOnly && (
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.notify.remove', { name: title })}
            onClick={onRemove}
          >
            <DeleteOutlined />
          </button>
        )}
      </header>
      {wrong && !open && <p role="alert">{Object.values(problems)[0]}</p>}
      {open && (
        <fieldset disabled={readOnly} inert={readOnly}>
          <NotificationEditor {...props} />
        </fieldset>
      )}
    </section>
  );
}
