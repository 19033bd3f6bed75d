import { fieldKind } from '@formwork/contract/forms/field.ts';
import { notificationWays } from '@formwork/contract/forms/notifications.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ConditionEditor } from '@formwork/records-ui/conditions/ConditionEditor.tsx';
import { conditionFieldsOf } from '@formwork/records-ui/conditions/condition-fields.ts';
import { asGroup, settled } from '@formwork/records-ui/conditions/edit.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { receiversOf, type Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { Checkbox, Select } from 'antd';
import { useMemo, useState } from 'react';
import { Line, TextPair } from '../form/inspector-parts.tsx';
import { WordsInput } from '../print/WordsInput.tsx';
import type { CardProps } from './NotificationCard.tsx';
import { WhenEditor } from './WhenEditor.tsx';

const mostText = 500;

/** What, who, how, in which words; in this order, as one would say it. */
export function NotificationEditor({ rule, definition, names, problems, onNames, onChange }: CardProps) {
  const t = useT();
  const locale = useLocale();
  const fields = useMemo(() => conditionFieldsOf(definition), [definition]);
  const [group, setGroup] = useState(() => asGroup(rule.condition));
  const people = [...definition.fields, systemFields._creator, systemFields._owner].filter(
    (field) => fieldKind(field) === 'people',
  );
  const change = (part: Partial<typeof rule>) => onChange({ ...rule, ...part });
  const chosen: Choice[] = rule.receivers.map(({ kind, id, except }) => ({
    kind,
    id,
    name: names[id] ?? t('design.notify.gone'),
    ...(except && { except }),
  }));
  return (
    <>
      <TextPair
        label={t('design.notify.title')}
        name
        most={100}
        value={rule.title}
        onChange={(title) => change({ title: title ?? { zh: '' } })}
      />
      <WhenEditor rule={rule} definition={definition} problems={problems} onChange={(when) => change({ when })} />
      <div className="designer-line">
        <span>{t(rule.when.on === 'became' ? 'design.notify.became' : 'design.notify.condition')}</span>
        <ConditionEditor
          fields={fields}
          value={group}
          onChange={(next) => {
            setGroup(next);
            change({ condition: settled(next, fields.kindOf) });
          }}
        />
        {problems.condition !== undefined && <small role="alert">{problems.condition}</small>}
      </div>
      <div className="designer-line">
        <span>{t('design.notify.receivers')}</span>
        <OrganizationScope
          kinds={['people', 'departments', 'posts', 'groups', 'roles']}
          exceptions
          publicOnly
          value={chosen}
          onChange={(choices) => {
            onNames(Object.fromEntries(choices.map(({ id, name }) => [id, name])));
            change({ receivers: receiversOf(choices) });
          }}
        />
        {problems.receivers !== undefined && <small role="alert">{problems.receivers}</small>}
      </div>
      <Line label={t('design.notify.named')} help={t('design.notify.named_help')} wrong={problems.named}>
        <Select
          mode="multiple"
          value={rule.named}
          aria-label={t('design.notify.named')}
          onChange={(named: string[]) => change({ named })}
          options={people.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
        />
      </Line>
      <div className="designer-line">
        <span>{t('design.notify.ways')}</span>
        <Checkbox.Group
          value={rule.ways}
          onChange={(ways) => change({ ways })}
          options={notificationWays.map((way) => ({ value: way, label: t(`design.notify.way.${way}`) }))}
        />
        {problems.ways !== undefined && <small role="alert">{problems.ways}</small>}
      </div>
      {(['zh', 'en'] as const).map((language) => (
        <div key={language} className="notify-words">
          <WordsInput
            label={t(`design.notify.text_${language}`)}
            on="message"
            most={mostText}
            definition={definition}
            value={rule.text[language] ?? ''}
            wrong={problems[`text.${language}`]}
            onChange={(text) =>
              change({
                text:
                  language === 'zh'
                    ? { ...rule.text, zh: text }
                    : text === ''
                      ? { zh: rule.text.zh }
                      : { ...rule.text, en: text },
              })
            }
          />
        </div>
      ))}
      <small className="notify-note">{t('design.notify.rights_hint')}</small>
    </>
  );
}
