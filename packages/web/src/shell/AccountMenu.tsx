import { identityApi } from '@formwork/contract/identity/api.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { profileApi } from '@formwork/contract/profile/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import { IdcardOutlined, KeyOutlined, LogoutOutlined, RollbackOutlined, UserOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { Avatar } from '@formwork/ui/avatar.tsx';
import { MenuButton, type MenuEntry } from '@formwork/ui/menu.tsx';
import { skinIds } from '@formwork/ui/skins.ts';
import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '../appearance/appearance.ts';
import { pictureAddress } from '../http/picture-address.ts';
import { q } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { setLocale, useLocale, useT } from '../i18n/i18n.ts';
import { useCan } from '../session/session.ts';
import { setSkin, useSkinChoice } from '../skin.ts';
import { useHostedAccounts } from './use-hosted-accounts.ts';

/** The avatar in the bar: password, accounts in one's trust, language, skin, sign out. */
export function AccountMenu({ me }: { me: Me }) {
  const t = useT();
  const appearance = useAppearanceItems();
  const profile = useQuery({ ...q(profileApi.get), enabled: useCan()('profile.own.edit') });
  const portrait = profile.data?.portrait;
  const signOut = useCommand(identityApi.signOut, { onDone: () => location.assign(pathTo('login')) });
  const hosted = useHostedAccounts(me);
  const items: MenuEntry[] = [
    { heading: `${me.name} · ${t(`shell.role.${me.role}`)}` },
    ...(isOperatorRole(me.role) ? [] : [{ id: 'home', title: t('shell.account.home'), icon: <IdcardOutlined />, href: pathTo('myHome') }, { id: 'personal', title: t('shell.account.personal'), icon: <UserOutlined />, href: pathTo('personalCentre') }, ...(me.deputy ? [] : [{ id: 'password', title: t('shell.account.password'), icon: <KeyOutlined />, href: pathTo('modifyPassword') }])]),
    ...(me.deputy ? [{ id: 'leave', title: t('shell.hosting.leave_to', { name: me.deputy.name }), icon: <RollbackOutlined />, onSelect: hosted.leave }] : []),
    ...(hosted.accounts.length === 0 ? [] : [{ heading: t('shell.hosting.to_me') }, ...hosted.accounts.map(({ person }) => ({ id: `enter-${person.id}`, title: t('shell.hosting.enter', { name: person.name }), icon: <UserSwitchOutlined />, onSelect: () => hosted.enter(person.id) }))]),
    'line',
    ...appearance,
    'line',
    { id: 'sign-out', title: t('shell.account.sign_out'), icon: <LogoutOutlined />, onSelect: () => void signOut.run() },
  ];
  return (
    <MenuButton label={t('shell.account.menu', { name: me.name })} items={items} align="end" className="fw-bar-button" popupClassName="fw-skin-menu">
      <Avatar name={me.name} size={24} src={portrait ? pictureAddress(portrait) : undefined} />
      <span className="fw-account-name">{me.name}</span>
    </MenuButton>
  );
}

/** Language and skin, for signed-in people and on the sign-in page. */
export function useAppearanceItems(): MenuEntry[] {
  const t = useT();
  const locale = useLocale();
  const skin = useSkinChoice();
  const { theme } = useAppearance();
  return [
    { heading: t('shell.language.title') },
    { id: 'zh-CN', title: '中文', checked: locale === 'zh-CN', onSelect: () => void setLocale('zh-CN') },
    { id: 'en', title: 'English', checked: locale === 'en', onSelect: () => void setLocale('en') },
    ...(theme.ownChoice ? [{ heading: t('shell.skin.title') }, ...skinIds.map((id) => ({ id, title: t(`shell.skin.${id}`), checked: skin === id, onSelect: () => setSkin(id) }))] : []),
  ];
}
