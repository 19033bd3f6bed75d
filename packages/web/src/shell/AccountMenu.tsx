import { identityApi } from '@formwork/contract/identity/api.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import {
  IdcardOutlined,
  KeyOutlined,
  LogoutOutlined,
  RollbackOutlined,
  UserOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { skinIds } from '@formwork/ui/skin/skins.ts';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useAppearance } from '../appearance/appearance.ts';
import { pictureAddress } from '../http/picture-address.ts';
import { q } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { setLocale, useLocale, useT } from '../i18n/i18n.ts';
import { useCan } from '../session/session.ts';
import { forgetTyped, typedHere } from '../session/typed-here.ts';
import { setSkin, useSkinChoice } from '../skin.ts';
import { useHostedAccounts } from './use-hosted-accounts.ts';

/** The avatar in the bar: password, accounts in one's trust, language, skin, sign out. */
export function AccountMenu({ me }: { me: Me }) {
  const t = useT();
  const appearance = useAppearanceItems();
  const profile = useQuery({ ...q(profileApi.get), enabled: useCan()('profile.own.edit') });
  const portrait = profile.data?.portrait;
  const { modal } = App.useApp();
  const signOut = useCommand(identityApi.signOut, {
    onDone: () => {
      forgetTyped(me.id);
      location.assign(pathTo('login'));
    },
  });
  const leave = (): void => {
    const count = typedHere(me.id).length;
    if (count === 0) return void signOut.run();
    void modal.confirm({
      title: t('shell.account.sign_out_title'),
      content: t('shell.account.sign_out_typed', { count }),
      okText: t('shell.account.sign_out'),
      onOk: () => signOut.run(),
    });
  };
  const hosted = useHostedAccounts(me);
  const items: MenuEntry[] = [
    { heading: `${me.name} · ${t(`shell.role.${me.role}`)}` },
    ...(isOperatorRole(me.role)
      ? []
      : [
          { id: 'home', title: t('shell.account.home'), icon: <IdcardOutlined />, href: pathTo('myHome') },
          {
            id: 'personal',
            title: t('shell.account.personal'),
            icon: <UserOutlined />,
            href: pathTo('personalCentre'),
          },
          ...(me.deputy
            ? []
            : [
                {
                  id: 'password',
                  title: t('shell.account.password'),
                  icon: <KeyOutlined />,
                  href: pathTo('modifyPassword'),
                },
              ]),
        ]),
    ...(me.deputy
      ? [
          {
            id: 'leave',
            title: t('shell.hosting.leave_to', { name: me.deputy.name }),
            icon: <RollbackOutlined />,
            onSelect: hosted.leave,
          },
        ]
      : []),
    ...(hosted.accounts.length === 0
      ? []
      : [
          { heading: t('shell.hosting.to_me') },
          ...hosted.accounts.map(({ person }) => ({
            id: `enter-${person.id}`,
            title: t('shell.hosting.enter', { name: person.name }),
            icon: <UserSwitchOutlined />,
            onSelect: () => hosted.enter(person.id),
          })),
        ]),
    'line',
    ...appearance,
    'line',
    { id: 'sign-out', title: t('shell.account.sign_out'), icon: <LogoutOutlined />, onSelect: leave },
  ];
  return (
    <MenuButton
      label={t('shell.account.menu', { name: me.name })}
      items={items}
      align="end"
      className="fw-bar-button"
      popupClassName="fw-skin-menu"
    >
      <Avatar name={me.name} size={24} src={portrait ? pictureAddress(portrait) : undefined} />
      <span className="fw-account-name">{me.name}</span>
    </MenuButton>
  );
}

function useAppearanceItems(): MenuEntry[] {
  const t = useT();
  const locale = useLocale();
  const skins = useSkinItems();
  return [
    { heading: t('shell.language.title') },
    { id: 'zh-CN', title: '中文', checked: locale === 'zh-CN', onSelect: () => void setLocale('zh-CN') },
    { id: 'en', title: 'English', checked: locale === 'en', onSelect: () => void setLocale('en') },
    ...(skins.length > 0 ? [{ heading: t('shell.skin.title') }, ...skins] : []),
  ];
}

/** The skins, where the enterprise leaves the choice; for signed-in people and on the sign-in page. */
export function useSkinItems(): MenuEntry[] {
  const t = useT();
  const skin = useSkinChoice();
  const { theme } = useAppearance();
  return theme.ownChoice
    ? skinIds.map((id) => ({ id, title: t(`shell.skin.${id}`), checked: skin === id, onSelect: () => setSkin(id) }))
    : [];
}
