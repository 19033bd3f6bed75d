import {
  DingtalkOutlined,
  QqOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  TeamOutlined,
  WechatOutlined,
  WeiboOutlined,
} from '@ant-design/icons';
import type { Provider, ProviderId } from '@formwork/contract/identity/sign-in.ts';
import type { ComponentType } from 'react';
import type { Translate } from '../i18n/i18n.ts';

const icons = {
  wechat: WechatOutlined,
  qq: QqOutlined,
  weibo: WeiboOutlined,
  dingtalk: DingtalkOutlined,
  feishu: SendOutlined,
  wecom: TeamOutlined,
  oidc: SafetyCertificateOutlined,
} satisfies Record<ProviderId, ComponentType>;

export function ProviderIcon({ id }: { id: ProviderId }) {
  const Icon = icons[id];
  return <Icon />;
}

/** An OpenID Connect server goes by the name that the installation gave it. */
export function providerName({ id, name }: Provider, t: Translate): string {
  return name ?? t(`login.provider.${id}`);
}
