import { CheckCircleFilled, CloseCircleFilled, MinusCircleFilled } from '@ant-design/icons';
import { buttonPlaces } from '@formwork/contract/forms/buttons.ts';
import { formActions } from '@formwork/contract/forms/permission.ts';
import type { AccessExplanation, ExplainedButton, ExplainedRule } from '@formwork/contract/records/access.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { roles, type Role } from '@formwork/contract/roles.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { conditionFields, conditionFieldsOf, type ConditionFields } from '../conditions/condition-fields.ts';
import { conditionText } from '../conditions/condition-text.ts';
import { useWording } from '../conditions/FilterBar.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useButtonName } from '../record-buttons/use-button-name.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useMemo } from 'react';
import './explanation.css';

/** What a person may do, and each rule, grant and field that decides it, in the order they are asked. */
export function Explanation({ formId, told }: { formId: string; told: AccessExplanation }) {
  const t = useT();
  const locale = useLocale();
  const plan = useQuery(q(recordsApi.plan, { params: { formId } }));
  const { person, record, actions } = told;
  const fields = useMemo(() => plan.data && conditionFieldsOf(plan.data.definition), [plan.data]);
  const titles = new Map<string, string>();
  for (const field of plan.data?.definition.fields ?? []) titles.set(field.id, textIn(field.title, locale));
  for (const table of plan.data?.definition.tables ?? []) {
    titles.set(table.id, textIn(table.title, locale));
    for (const field of table.fields)
      titles.set(`${table.id}.${field.id}`, `${textIn(table.title, locale)} · ${textIn(field.title, locale)}`);
  }
  return (
    <div className="explain-answer">
      {person.disabled && <Alert type="warning" showIcon title={t('rights.explain_disabled', { name: person.name })} />}
      <h2>
        {record
          ? t(actions.view === 'no' ? 'rights.explain_sees_not' : 'rights.explain_sees', {
              name: person.name,
              record: record.title || t('rights.explain_untitled'),
            })
          : t(actions.view === 'no' ? 'rights.explain_form_not' : 'rights.explain_form_sees', { name: person.name })}
      </h2>
      {record && (
        <p className="explain-facts">
          {t('rights.explain_facts', { owner: record.owner ?? '—', department: record.department ?? '—' })}
          {record.inProcess && ` ${t('rights.explain_in_process')}`}
        </p>
      )}
      <ul className="explain-actions" aria-label={t('rights.explain_actions')}>
        {formActions.map((action) => (
          <li key={action} data-answer={actions[action]}>
            {answerIcon[actions[action]]} {t(`rights.action_${action}`)}
            {actions[action] === 'some' && <small>{t('rights.explain_some')}</small>}
          </li>
        ))}
      </ul>
      <h3>{t('rights.explain_rules')}</h3>
      {told.administrator ? (
        <p>{t('rights.explain_administrator')}</p>
      ) : told.rules.length === 0 && told.grants.length === 0 ? (
        <p>{t('rights.explain_none')}</p>
      ) : (
        <ol className="explain-rules">
          {told.rules.map((each, index) => (
            <RuleLine key={`${each.from}${each.rule.id}${index}`} each={each} fields={fields} />
          ))}
          {told.grants.map((grant) => (
            <li key={grant.origin} data-reaches="yes">
              <b>
                {t(
                  grant.origin.startsWith('process:')
                    ? 'rights.grant_process'
                    : grant.origin.startsWith('share:')
                      ? 'rights.grant_share'
                      : 'rights.grant_single',
                )}
              </b>{' '}
              {t(`rights.grant_${grant.level}`)}
              {grant.rows && (
                <small>
                  {t('rights.grant_rows', {
                    count: grant.rows.count,
                    table: titles.get(grant.rows.table) ?? grant.rows.table,
                  })}
                </small>
              )}
              {grant.hides.length > 0 && (
                <small>
                  {t('rights.grant_hides', {
                    fields: grant.hides.map((key) => titles.get(key) ?? key).join(locale === 'zh-CN' ? '、' : ', '),
                  })}
                </small>
              )}
            </li>
          ))}
        </ol>
      )}
      {told.looksAfter.length > 0 && (
        <>
          <h3>{t('rights.explain_care')}</h3>
          <ul className="explain-fields">
            {told.looksAfter.map(({ department, system, may, givenBy }, at) => (
              <li key={at}>
                {department ?? textIn(system ?? undefined, locale)}:{' '}
                {may.map((part) => t(`rights.care_${part}`)).join(locale === 'zh-CN' ? '；' : '; ')}{' '}
                <small>{t('rights.care_given_by', { name: givenBy })}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      {told.fields.length > 0 && (
        <>
          <h3>{t(record ? 'rights.explain_fields' : 'rights.explain_fields_new')}</h3>
          <ul className="explain-fields">
            {told.fields.map(({ key, access }) => (
              <li key={key}>
                {titles.get(key) ?? key} <StateTag>{t(`rights.field_${access}`)}</StateTag>
              </li>
            ))}
          </ul>
        </>
      )}
      <Buttons buttons={told.buttons} />
    </div>
  );
}

/** Each button of the form, place by place, and what keeps it from the person. */
function Buttons({ buttons }: { buttons: readonly ExplainedButton[] }) {
  const t = useT();
  const nameOf = useButtonName();
  return (
    <>
      <h3>{t('rights.explain_buttons')}</h3>
      <dl className="explain-buttons">
        {buttonPlaces.map((place) => {
          const here = buttons.filter((button) => button.place === place);
          return (
            here.length > 0 && (
              <div key={place}>
                <dt>{t(`buttons.place.${place}`)}</dt>
                {here.map((button) => (
                  <dd key={button.id} data-answer={button.answer}>
                    {answerIcon[button.answer]} {nameOf({ ...button, setting: { title: button.title } })}
                    {button.why && <small>{whyText(button, t)}</small>}
                  </dd>
                ))}
              </div>
            )
          );
        })}
      </dl>
    </>
  );
}

function whyText({ why, answer, roles: named = [] }: ExplainedButton, t: Translate): string {
  const names = named
    .map((name) => (roles.some((role) => role === name) ? t(`organization.role.${name as Role}`) : name))
    .join(' / ');
  if (why === 'not_named' && names === '') return t('rights.button_why_administrators');
  if (answer === 'some' && (why === 'right' || why === 'condition')) return t(`rights.button_why_${why}_some`);
  return t(`rights.button_why_${why ?? 'right'}`, { roles: names });
}

const noFields = conditionFields([]);

const answerIcon = { yes: <CheckCircleFilled />, some: <MinusCircleFilled />, no: <CloseCircleFilled /> };

function RuleLine({
  each: { rule, tie, from, reaches, broken, undecided },
  fields,
}: {
  each: ExplainedRule;
  /** Unknown for a moment. */ fields: ConditionFields | undefined;
}) {
  const t = useT();
  const words = useWording(rule.condition, fields ?? noFields);
  const condition = rule.condition && fields && conditionText(rule.condition, fields, words);
  const refuses = rule.effect === 'refuse';
  return (
    <li data-reaches={reaches === false ? 'no' : 'yes'} data-refuses={refuses || undefined}>
      <b>{t(refuses ? 'rights.refuses' : 'rights.grants')}</b>{' '}
      {rule.actions.map((action) => t(`rights.action_${action}`)).join(' · ')} — {t(`rights.scope_${rule.scope}`)}
      {condition && `: ${condition}`}
      <small>
        {tieText(tie, t)} · {t(from === 'app' ? 'rights.from_app' : 'rights.from_form')}
      </small>
      {reaches !== null && <StateTag>{t(reaches ? 'rights.reaches' : 'rights.reaches_not')}</StateTag>}
      {broken && <small>{t('rights.broken')}</small>}
      {undecided && <small>{t(refuses ? 'rights.undecided_refuses' : 'rights.undecided_grants')}</small>}
    </li>
  );
}

function tieText(tie: ExplainedRule['tie'], t: Translate): string {
  if (tie.by === 'role')
    return t('rights.tie_role', {
      role: tie.name,
      through: tie.through
        .map(({ kind, name }) => (kind === 'named' ? t('rights.tie_named') : t(`rights.tie_${kind}`, { name })))
        .join(' · '),
    });
  if (tie.by === 'account') return t('rights.tie_account', { role: t(`organization.role.${tie.role}`) });
  return tie.by === 'everyone' || tie.by === 'person'
    ? t(`rights.tie_${tie.by}`)
    : t(`rights.tie_${tie.by}`, { name: tie.name });
}
