import { askJson, textOf, withQuery, type Adapter, type Json, type ProviderSettings } from './adapter.ts';

/** Addresses as the third parties document them; `endpoints` of the settings replaces single ones. */
function endpointsOf<Names extends string>(
  settings: ProviderSettings,
  documented: Record<Names, string>,
): Record<Names, string> {
  return { ...documented, ...settings.endpoints };
}

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html */
const wechatEndpoints = {
  authorize: 'https://open.weixin.qq.com/connect/qrconnect',
  token: 'https://api.weixin.qq.com/sns/oauth2/access_token',
  user: 'https://api.weixin.qq.com/sns/userinfo',
};
export const wechat: Adapter = {
  async address(settings, { state, returnTo }) {
    return `${withQuery(endpointsOf(settings, wechatEndpoints).authorize, { appid: settings.clientId, redirect_uri: returnTo, response_type: 'code', scope: 'snsapi_login', state })}#wechat_redirect`;
  },
  async identity(settings, _visit, answer, outgoing) {
    const endpoints = endpointsOf(settings, wechatEndpoints);
    const token = await askJson(
      outgoing,
      withQuery(endpoints.token, {
        appid: settings.clientId,
        secret: settings.clientSecret,
        code: textOf(answer, 'code'),
        grant_type: 'authorization_code',
      }),
    );
    const user = await askJson(
      outgoing,
      withQuery(endpoints.user, { access_token: textOf(token, 'access_token'), openid: textOf(token, 'openid') }),
    );
    // the same person in all applications of one owner, where there is one
    return { subject: textOf(user, 'unionid', 'openid'), name: textOf(user, 'nickname', 'openid') };
  },
};

/** https://wiki.connect.qq.com/ */
const qqEndpoints = {
  authorize: 'https://graph.qq.com/oauth2.0/authorize',
  token: 'https://graph.qq.com/oauth2.0/token',
  me: 'https://graph.qq.com/oauth2.0/me',
  user: 'https://graph.qq.com/user/get_user_info',
};
export const qq: Adapter = {
  async address(settings, { state, returnTo }) {
    return withQuery(endpointsOf(settings, qqEndpoints).authorize, {
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri: returnTo,
      state,
      scope: 'get_user_info',
    });
  },
  async identity(settings, { returnTo }, answer, outgoing) {
    const endpoints = endpointsOf(settings, qqEndpoints);
    const { clientId, clientSecret } = settings;
    const token = await askJson(
      outgoing,
      withQuery(endpoints.token, {
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code: textOf(answer, 'code'),
        redirect_uri: returnTo,
        fmt: 'json',
      }),
    );
    const accessToken = textOf(token, 'access_token');
    const openid = textOf(
      await askJson(outgoing, withQuery(endpoints.me, { access_token: accessToken, fmt: 'json' })),
      'openid',
    );
    const user = await askJson(
      outgoing,
      withQuery(endpoints.user, { access_token: accessToken, oauth_consumer_key: clientId, openid }),
    );
    return { subject: openid, name: textOf({ ...user, openid }, 'nickname', 'openid') };
  },
};

/** https://open.weibo.com/wiki/Oauth2 */
const weiboEndpoints = {
  authorize: 'https://api.weibo.com/oauth2/authorize',
  token: 'https://api.weibo.com/oauth2/access_token',
  user: 'https://api.weibo.com/2/users/show.json',
};
export const weibo: Adapter = {
  async address(settings, { state, returnTo }) {
    return withQuery(endpointsOf(settings, weiboEndpoints).authorize, {
      client_id: settings.clientId,
      response_type: 'code',
      redirect_uri: returnTo,
      state,
    });
  },
  async identity(settings, { returnTo }, answer, outgoing) {
    const endpoints = endpointsOf(settings, weiboEndpoints);
    const body = new URLSearchParams({
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: returnTo,
      code: textOf(answer, 'code'),
    });
    const token = await askJson(outgoing, endpoints.token, { method: 'POST', body });
    const uid = textOf(token, 'uid');
    const user = await askJson(
      outgoing,
      withQuery(endpoints.user, { access_token: textOf(token, 'access_token'), uid }),
    );
    return { subject: uid, name: textOf({ ...user, uid }, 'screen_name', 'name', 'uid') };
  },
};

/** https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information */
const dingtalkEndpoints = {
  authorize: 'https://login.dingtalk.com/oauth2/auth',
  token: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
  user: 'https://api.dingtalk.com/v1.0/contact/users/me',
};
export const dingtalk: Adapter = {
  async address(settings, { state, returnTo }) {
    return withQuery(endpointsOf(settings, dingtalkEndpoints).authorize, {
      redirect_uri: returnTo,
      response_type: 'code',
      client_id: settings.clientId,
      scope: 'openid',
      state,
      prompt: 'consent',
    });
  },
  async identity(settings, _visit, answer, outgoing) {
    const endpoints = endpointsOf(settings, dingtalkEndpoints);
    const code = textOf(answer, ...(answer.authCode === undefined ? ['code'] : ['authCode']));
    const token = await askJson(
      outgoing,
      endpoints.token,
      json({ clientId: settings.clientId, clientSecret: settings.clientSecret, code, grantType: 'authorization_code' }),
    );
    const user = await askJson(outgoing, endpoints.user, {
      headers: { 'x-acs-dingtalk-access-token': textOf(token, 'accessToken') },
    });
    return { subject: textOf(user, 'unionId', 'openId'), name: textOf(user, 'nick', 'openId') };
  },
};

/** https://open.feishu.cn/document/authentication-management/access-token/obtain-oauth-code */
const feishuEndpoints = {
  authorize: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
  token: 'https://open.feishu.cn/open-apis/authen/v2/oauth/token',
  user: 'https://open.feishu.cn/open-apis/authen/v1/user_info',
};
export const feishu: Adapter = {
  async address(settings, { state, returnTo }) {
    return withQuery(endpointsOf(settings, feishuEndpoints).authorize, {
      client_id: settings.clientId,
      response_type: 'code',
      redirect_uri: returnTo,
      state,
    });
  },
  async identity(settings, { returnTo }, answer, outgoing) {
    const endpoints = endpointsOf(settings, feishuEndpoints);
    const { clientId, clientSecret } = settings;
    const token = await askJson(
      outgoing,
      endpoints.token,
      json({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        code: textOf(answer, 'code'),
        redirect_uri: returnTo,
      }),
    );
    const { data } = await askJson(outgoing, endpoints.user, {
      headers: { authorization: `Bearer ${textOf(token, 'access_token')}` },
    });
    const user = (data ?? {}) as Json;
    return { subject: textOf(user, 'union_id', 'open_id'), name: textOf(user, 'name', 'open_id') };
  },
};

/** https://developer.work.weixin.qq.com/document/path/98151 and 98176 */
const wecomEndpoints = {
  authorize: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
  token: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
  user: 'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo',
};
export const wecom: Adapter = {
  async address(settings, { state, returnTo }) {
    return withQuery(endpointsOf(settings, wecomEndpoints).authorize, {
      login_type: 'CorpApp',
      appid: settings.clientId,
      agentid: settings.agentId ?? '',
      redirect_uri: returnTo,
      state,
    });
  },
  async identity(settings, _visit, answer, outgoing) {
    const endpoints = endpointsOf(settings, wecomEndpoints);
    const token = await askJson(
      outgoing,
      withQuery(endpoints.token, { corpid: settings.clientId, corpsecret: settings.clientSecret }),
    );
    const user = await askJson(
      outgoing,
      withQuery(endpoints.user, { access_token: textOf(token, 'access_token'), code: textOf(answer, 'code') }),
    );
    // people from outside the enterprise come with an openid instead
    const subject = textOf(user, 'userid', 'UserId', 'openid');
    return { subject: `${settings.clientId}:${subject}`, name: subject };
  },
};
