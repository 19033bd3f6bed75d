/**
 * Why the gateway refuses a call: what a program reads in `code`, its status, the policy that refused, and the sentence that stands
 * beside it. The gateway speaks to programs: the texts are here, not in the dictionaries of the pages.
 */
export const refusals = {
  bad_request: r(400, 'route', '请求不合规范。', 'The request is malformed.'),
  bad_path: r(400, 'route', '路径不合规范。', 'The path is not written plainly.'),
  too_long: r(431, 'route', '请求头过大。', 'The head of the request is too long.'),
  no_space: r(404, 'route', '没有这个企业的网关。', 'No such gateway.'),
  no_api: r(404, 'route', '没有这个 API。', 'No such API.'),
  retired: r(410, 'route', '该 API 已退役。', 'This API is retired.'),
  no_operation: r(404, 'route', '该 API 没有这个路径。', 'The API has no such path.'),
  no_method: r(405, 'route', '该路径不支持此方法。', 'The path does not take this method.'),
  address: r(403, 'address', '来源地址不允许访问。', 'Calls from this address are not taken.'),
  origin: r(403, 'cors', '该来源的网页不允许访问。', 'Pages of this origin may not call.'),
  no_credential: r(401, 'credential', '缺少凭证。', 'A credential is needed.'),
  wrong_credential: r(401, 'credential', '凭证无效。', 'The credential is not valid.'),
  other_credential: r(401, 'credential', '该 API 不接受这种凭证。', 'The API does not take this kind of credential.'),
  credential_ended: r(401, 'credential', '凭证已过期。', 'The credential has expired.'),
  credential_replayed: r(401, 'credential', '签名已使用过。', 'The signature was used before.'),
  consumer_off: r(403, 'credential', '调用方已停用。', 'The consumer is switched off.'),
  not_subscribed: r(403, 'subscription', '尚未订阅该 API。', 'The application has not subscribed.'),
  subscription_requested: r(403, 'subscription', '订阅正在等待批准。', 'The subscription waits for approval.'),
  subscription_refused: r(403, 'subscription', '订阅未获批准。', 'The subscription was refused.'),
  subscription_suspended: r(403, 'subscription', '订阅已暂停。', 'The subscription is suspended.'),
  subscription_ended: r(403, 'subscription', '订阅已结束。', 'The subscription has ended.'),
  rate: r(429, 'limit', '调用过于频繁。', 'Too many calls.'),
  plan_rate: r(429, 'limit', '超出套餐的调用频率。', 'The plan takes fewer calls.'),
  quota: r(429, 'quota', '套餐配额已用完。', 'The quota of the plan is used up.'),
  quota_time: r(429, 'quota', '套餐的时间配额已用完。', 'The time of the plan is used up.'),
  concurrency: r(429, 'concurrency', '同时进行的调用过多。', 'Too many calls at once.'),
  body_too_large: r(413, 'validation', '请求体过大。', 'The body is too large.'),
  bad_body: r(400, 'validation', '请求体不是有效的 JSON。', 'The body is no valid JSON.'),
  invalid_body: r(422, 'validation', '请求体不符合结构。', 'The body does not fit its schema.'),
  invalid_parameter: r(422, 'validation', '参数无效。', 'A parameter is not valid.'),
  transform: r(500, 'transform', '转换失败。', 'The transform failed.'),
  no_upstream: r(503, 'upstream', '没有可用的上游。', 'No upstream is available.'),
  breaker: r(503, 'breaker', '上游暂时熔断。', 'The upstream is left alone for a while.'),
  upstream_address: r(502, 'upstream', '上游地址不允许访问。', 'The address of the upstream may not be reached.'),
  unreachable: r(502, 'upstream', '上游无法连接。', 'The upstream cannot be reached.'),
  bad_answer: r(502, 'upstream', '上游的回答无法理解。', 'The answer of the upstream is malformed.'),
  part_failed: r(502, 'upstream', '必需的上游没有给出可用的回答。', 'An upstream that the answer needs gave none.'),
  fault: r(503, 'fault', '按设置注入的故障。', 'A fault that is injected on purpose.'),
  invalid_answer: r(502, 'validation', '上游的回答不符合结构。', 'The answer does not fit its schema.'),
  answer_too_large: r(502, 'transform', '上游的回答过大，无法处理。', 'The answer is too large to be changed.'),
  timeout: r(504, 'upstream', '上游超时。', 'The upstream took too long.'),
  source_away: r(503, 'source', '数据源暂不可用。', 'The source is not available.'),
  source_refused: r(422, 'source', '数据源拒绝了请求。', 'The source refused the request.'),
  internal: r(500, 'route', '网关内部错误。', 'Something failed in the gateway.'),
} as const satisfies Record<string, GatewayRefusal>;

export type RefusalCode = keyof typeof refusals;

export interface GatewayRefusal {
  status: number;
  policy: Policy;
  zh: string;
  en: string;
}

/** In the order in which a call passes them. */
export const policies = [
  'route',
  'address',
  'cors',
  'credential',
  'subscription',
  'limit',
  'quota',
  'concurrency',
  'validation',
  'transform',
  'cache',
  'fault',
  'breaker',
  'upstream',
  'source',
] as const;
export type Policy = (typeof policies)[number];

function r<P extends Policy>(status: number, policy: P, zh: string, en: string) {
  return { status, policy, zh, en };
}
