import type { App, FormSummary } from '@formwork/contract/forms/api.ts';
import { actionsAsked, isForAccount } from '@formwork/contract/forms/button-access.ts';
import {
  buttonPlaces,
  buttonsFor,
  placedButtons,
  type ButtonSettings,
  type PlacedButton,
} from '@formwork/contract/forms/buttons.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select, Tooltip } from 'antd';
import { useState } from 'react';
import { useButtonName } from '@formwork/records-ui/record-buttons/use-button-name.ts';

/** What somebody who holds one role finds, by its rights on the form and by the settings as they stand here, saved or not. */
export function ButtonsPreview({
  app,
  form,
  settings,
}: {
  app: App;
  form: FormSummary | undefined;
  settings: ButtonSettings;
}) {
  const t = useT();
  const locale = useLocale();
  const nameOf = useButtonName();
  const [role, setRole] = useState('user');
  const roles = useQuery(q(organizationApi.pickRoles, { query: {} }));
  const shownForm = form ?? app.forms.find(({ release }) => release !== null);
  const version = shownForm?.release ?? 'draft';
  const plan = useQuery({
    ...q(recordsApi.preview, { params: { formId: shownForm?.id ?? '' }, query: { version, role } }),
    enabled: shownForm !== undefined,
  });
  const shown = buttonsFor(settings, [role]).filter(({ place, id }) => {
    const button = placedButtons(settings, place).find((one) => one.id === id);
    return !plan.data || (button !== undefined && isThere(button, plan.data.can, role));
  });
  return (
    <section className="buttons-preview" aria-label={t('buttons.preview')}>
      <header>
        <h2>{t('buttons.preview')}</h2>
        <Select
          value={role}
          onChange={setRole}
          aria-label={t('buttons.preview_role')}
          className="buttons-form"
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            {
              label: t('buttons.accounts'),
              options: enterpriseRoles.map((value) => ({ value, label: t(`organization.role.${value}`) })),
            },
            {
              label: t('buttons.roles'),
              options: (roles.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
        />
        {shownForm && (
          <span className="buttons-quiet">{t('buttons.preview_of', { form: textIn(shownForm.title, locale) })}</span>
        )}
      </header>
      {!shownForm ? (
        <p className="buttons-quiet">{t('buttons.preview_none')}</p>
      ) : plan.isPending ? (
        <SkeletonRows rows={2} columns={3} />
      ) : plan.isError ? (
        <ErrorState small onRetry={() => void plan.refetch()} />
      ) : (
        <dl>
          {buttonPlaces.map((place) => {
            const own = shown.filter((button) => button.place === place);
            return (
              <div key={place}>
                <dt>{t(`buttons.place.${place}`)}</dt>
                <dd>
                  {own.length === 0 && <span className="buttons-quiet">{t('buttons.preview_nothing')}</span>}
                  {own.map((button) => (
                    <Tooltip key={button.id} title={button.onlyIf !== undefined ? t('buttons.preview_if') : undefined}>
                      <span
                        className="buttons-sample"
                        data-primary={button.primary || button.id === 'create' || button.id === 'save' || undefined}
                        data-if={button.onlyIf !== undefined || undefined}
                      >
                        {nameOf({ ...button, setting: { title: button.title } })}
                      </span>
                    </Tooltip>
                  ))}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}

function isThere(button: PlacedButton, can: PersonalPlan['can'], role: string): boolean {
  return isForAccount(button, role) && actionsAsked(button).every((action) => can[action]);
}
