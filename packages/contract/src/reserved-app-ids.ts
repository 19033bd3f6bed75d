/**
 * First segments of paths that are not an application's id: every first literal of the product's pages (present or still to
 * come, so that no application made today stands in the way of a later page), and those the server answers itself.
 */
export const reservedAppIds: ReadonlySet<string> = new Set([
  // the server's own
  'm', 'api', 'api2', 'napi', 'assets', 'files', 'socket', 'metrics', 'dev',
  // pages
  'app', 'appcenter', 'appconfig', 'appdesign', 'application', 'apprecycle', 'appstore', 'customview', 'dam',
  'damportal', 'dashboard', 'dataAnalyser', 'dataAsset', 'datacenter', 'designer-preview', 'element', 'entRegist',
  'enterprise', 'esb', 'etl', 'form', 'gis', 'home', 'login', 'loginMiddle', 'news', 'noPermission', 'operation',
  'orchestration', 'organization', 'portal', 'preview', 'qChat', 'qlangRuleDesigner', 'qlangRuleDesignerList',
  'ratioview', 'recycle', 'ruledesigner', 'rulesengine', 'screen', 'search', 'securityaudit', 'setting', 'share',
  'solutions', 'sysop', 'user', 'view-preview',
]);
