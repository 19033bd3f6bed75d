import {
  accessOf,
  keyOf,
  openTwins,
  restrictableButtons,
  type ButtonAccess,
} from '@formwork/contract/forms/button-access.ts';
import {
  buttonPlaces,
  isHidden,
  isRestricted,
  meansRoles,
  settingsOver,
  systemButton,
  type ButtonSettings,
  type PlacedButton,
} from '@formwork/contract/forms/buttons.ts';
import type { RoleView } from '@formwork/contract/organization/api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useButtonName } from '@formwork/records-ui/record-buttons/use-button-name.ts';
import { Button, Drawer, Select } from 'antd';
import type { MatrixRow } from './RightsMatrix.tsx';
import { subjectName } from './subjects.ts';

interface Props {
  row: MatrixRow;
  subject: string;
  /** The role compared with. */
  beside: string | undefined;
  roles: RoleView[];
  mayEdit: boolean;
  onAccess: (button: string, access: ButtonAccess | null) => void;
  onClose: () => void;
}

/** Which buttons of a form, or of all forms of an application, a role may press: what the page of buttons says, seen from the role. */
export function ButtonRights({ row, subject, beside, roles, mayEdit, onAccess, onClose }: Props) {
  const t = useT();
  const all = settingsOver(row.buttons.app, row.buttons.own);
  const buttons = restrictableButtons(all);
  return (
    <Drawer
      open
      size={640}
      title={t('rights.buttons_of', { form: row.title })}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('rights.close')}
        </Button>
      }
    >
      <p className="rights-note">
        {t(subject === 'everyone' ? 'rights.buttons_everyone_hint' : 'rights.buttons_hint')}
      </p>
      {buttonPlaces.map((place) => {
        const here = buttons.filter((button) => button.place === place);
        return (
          here.length > 0 && (
            <section key={place} className="rights-section">
              <h3>{t(`buttons.place.${place}`)}</h3>
              <table className="rights-buttons">
                <thead>
                  <tr>
                    <th scope="col">{t('rights.button')}</th>
                    <th scope="col">{t('rights.button_right')}</th>
                    {beside !== undefined && <th scope="col">{subjectName(beside, roles, t)}</th>}
                  </tr>
                </thead>
                <tbody>
                  {here.map((button) => (
                    <ButtonLine
                      key={keyOf(button)}
                      button={button}
                      settings={all}
                      subject={subject}
                      beside={beside}
                      roles={roles}
                      mayEdit={mayEdit}
                      onAccess={onAccess}
                    />
                  ))}
                </tbody>
              </table>
            </section>
          )
        );
      })}
    </Drawer>
  );
}

function ButtonLine({
  button,
  settings,
  subject,
  beside,
  roles,
  mayEdit,
  onAccess,
}: Omit<Props, 'row' | 'onClose'> & { button: PlacedButton; settings: ButtonSettings }) {
  const t = useT();
  const locale = useLocale();
  const nameOf = useButtonName();
  const { setting } = button;
  const access = accessOf(setting, subject);
  const joined = (texts: readonly string[]): string => texts.filter(Boolean).join(locale === 'zh-CN' ? '、' : ', ');
  const named = (ids: readonly string[] | undefined): string =>
    joined((ids ?? []).map((id) => subjectName(id, roles, t)));
  const accounts = setting.script === undefined ? systemButton(button.place, button.id)?.accounts : undefined;
  const notes = [
    ...(accounts
      ? [t('rights.button_accounts', { roles: joined(accounts.map((role) => t(`organization.role.${role}`))) })]
      : []),
    ...(setting.roles
      ? [
          setting.roles.length > 0
            ? t('rights.button_granted_to', { roles: named(setting.roles) })
            : t('rights.button_for_nobody'),
        ]
      : []),
    ...(setting.refused ? [t('rights.button_refused_to', { roles: named(setting.refused) })] : []),
  ];
  const twins = isRestricted(setting) ? openTwins(settings, button.place, button.id) : [];
  const name = nameOf(button);
  const choices: (ButtonAccess | null)[] = subject === 'everyone' ? [null, 'refuse'] : [null, 'grant', 'refuse'];
  return (
    <tr>
      <th scope="row">
        {name} {button.own && <StateTag>{t('buttons.own')}</StateTag>}{' '}
        {isHidden(button) && <StateTag>{t('buttons.hidden')}</StateTag>}{' '}
        {setting.onlyIf?.trim() && <StateTag>{t('rights.button_conditional')}</StateTag>}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
        {twins.length > 0 && (
          <small data-tone="warning">
            {t('rights.button_twins', {
              names: joined(twins.map((twin) => `${t(`buttons.place.${twin.place}`)} / ${nameOf(twin)}`)),
            })}
          </small>
        )}
      </th>
      <td>
        <Select<ButtonAccess | 'none'>
          size="small"
          disabled={!mayEdit}
          value={access ?? 'none'}
          aria-label={`${t(`buttons.place.${button.place}`)} · ${name}`}
          popupMatchSelectWidth={false}
          onChange={(next) => onAccess(keyOf(button), next === 'none' ? null : next)}
          options={choices.map((choice) => ({
            value: choice ?? 'none',
            label: choiceText(button, subject, choice, t),
          }))}
        />
      </td>
      {beside !== undefined && (
        <td className="rights-cell" data-differs={mayPress(button, beside) !== mayPress(button, subject) || undefined}>
          {t(mayPress(button, beside) ? 'rights.granted' : 'rights.refused')}
        </td>
      )}
    </tr>
  );
}

/** In the matrix: how many buttons a role may not press, and beside it the same of the role compared with. */
export function ButtonsCell({
  row,
  subject,
  beside,
  onOpen,
}: {
  row: MatrixRow;
  subject: string;
  beside: string | undefined;
  onOpen: () => void;
}) {
  const t = useT();
  const buttons = restrictableButtons(settingsOver(row.buttons.app, row.buttons.own)).filter(
    (button) => !isHidden(button),
  );
  const shut = (who: string): PlacedButton[] => buttons.filter((button) => !mayPress(button, who));
  const word = (count: number): string => (count === 0 ? t('rights.buttons_all') : t('rights.buttons_some', { count }));
  const own = shut(subject);
  const other = beside === undefined ? undefined : shut(beside);
  const differs = other !== undefined && (other.length !== own.length || other.some((button) => !own.includes(button)));
  return (
    <span className="rights-cell" data-differs={differs || undefined}>
      <Button
        size="small"
        type="text"
        aria-label={`${row.title} · ${t('rights.column_buttons')}: ${word(own.length)}`}
        onClick={onOpen}
      >
        {word(own.length)}
      </Button>
      {other && <small title={t('rights.compared')}>{word(other.length)}</small>}
    </span>
  );
}

/** Whether somebody who holds nothing but this role is let. */
function mayPress({ setting }: PlacedButton, subject: string): boolean {
  return meansRoles(setting, subject === 'everyone' ? [] : [subject]);
}

function choiceText({ setting }: PlacedButton, subject: string, choice: ButtonAccess | null, t: Translate): string {
  if (subject === 'everyone') return t(choice === null ? 'rights.button_open' : 'rights.button_closed');
  if (choice === 'refuse') return t('rights.button_refuse');
  const open = setting.roles === undefined;
  if (choice === null) return t(open ? 'rights.button_as_open' : 'rights.button_as_closed');
  return t(open ? 'rights.button_grant_alone' : 'rights.button_grant');
}
