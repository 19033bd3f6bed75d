import { enterpriseRoles, roles, type Role } from './roles.ts';

const everyRole = roles;
const designers = ['admin', 'safe', 'audit'] as const;
const administrators = ['admin'] as const;
const operators = ['root', 'saas'] as const;

/**
 * What an endpoint may ask for, and the roles that hold it. This is the outer guard: inside it, a space's own roles
 * decide (see `forms` permissions). Names are `module.thing.verb`.
 */
export const permissions = {
  /** Any signed-in person, of whatever role. */
  'signed-in': everyRole,

  'joining.request.decide': administrators,

  'agents.own.edit': enterpriseRoles,

  'developer.own.edit': enterpriseRoles,
  'developer.application.decide': administrators,

  'profile.own.edit': enterpriseRoles,

  'identity.hosting.own.edit': enterpriseRoles,
  'identity.policy.edit': administrators,

  'messages.own.edit': enterpriseRoles,

  'organization.person.read': [...enterpriseRoles, 'root'],
  /** People with what the enterprise keeps of them: phone, birthday, entry date, role. Everybody reads their own. */
  'organization.person.manage': ['admin', 'root'],
  'organization.person.edit': administrators,
  'organization.post.edit': administrators,
  'organization.delegate.read': designers,
  'organization.delegate.edit': administrators,
  'organization.delegate.end': ['admin', 'safe'],
  'organization.group.edit': enterpriseRoles,
  'organization.role.read': enterpriseRoles,
  'organization.role.edit': administrators,

  'forms.app.read': enterpriseRoles,
  'forms.app.edit': administrators,
  'forms.system.edit': administrators,
  'forms.design.read': designers,
  'forms.design.edit': administrators,

  'records.record.read': enterpriseRoles,
  'records.record.edit': enterpriseRoles,
  'records.import': administrators,
  'records.bin.read': designers,
  'records.bin.edit': administrators,

  /** Each kind says besides which roles have to do with it. */
  // whose rights decide are those on what runs
  'schedules.schedule.read': enterpriseRoles,
  'schedules.schedule.edit': enterpriseRoles,
  // what one may really do is said by the rules of the area connections
  'connections.connection.read': enterpriseRoles,
  'connections.connection.edit': enterpriseRoles,
  'definitions.definition.read': enterpriseRoles,
  'definitions.definition.edit': enterpriseRoles,

  'analytics.chart.read': enterpriseRoles,
  'analytics.start.edit': administrators,

  // who sees which asset is said by the rights of the thing it is
  'assets.asset.read': enterpriseRoles,
  'assets.asset.edit': administrators,

  'etl.source.read': administrators,
  'gateway.api.read': administrators,
  'gateway.api.edit': administrators,
  // who finds which API is said by its entry in the portal
  'gateway.portal.use': enterpriseRoles,
  // what one may really do is said by the rules of the area rules
  'rules.rule.read': ['admin', 'user'],
  'rules.rule.edit': ['admin', 'user'],
  // what one may really do is said by the rules of the area orchestration
  'orchestration.flow.call': enterpriseRoles,
  'orchestration.run.read': enterpriseRoles,
  'orchestration.run.edit': enterpriseRoles,
  'etl.task.read': administrators,
  'etl.task.edit': administrators,
  'etl.exchange.read': administrators,
  'etl.exchange.edit': administrators,

  'documents.document.read': enterpriseRoles,
  'documents.document.edit': enterpriseRoles,

  'workflow.task.handle': enterpriseRoles,
  'workflow.push.own.edit': enterpriseRoles,
  'workflow.design.read': designers,
  'workflow.design.edit': administrators,

  'files.file.edit': enterpriseRoles,
  'files.file.read': everyRole,

  'audit.trail.read': ['audit', 'root'],

  'organization.console.edit': administrators,

  'enterprise.info.edit': administrators,
  'enterprise.logo.edit': administrators,
  'enterprise.theme.edit': administrators,
  'enterprise.style.edit': administrators,
  'enterprise.watermark.edit': administrators,
  'enterprise.worktime.edit': administrators,

  'console.navigation.edit': administrators,
  'console.element.edit': administrators,

  'basedata.data.read': enterpriseRoles,
  'basedata.data.edit': administrators,

  'iot.device.read': enterpriseRoles,
  'iot.device.edit': administrators,

  'review.change.read': designers,
  'review.change.decide': ['safe'],
  'review.separation.edit': administrators,

  'operations.overview.read': operators,
  'operations.hold.end': ['root'],
  'operations.customer.read': operators,
  'operations.customer.edit': operators,
  'operations.customer.suspend': operators,
  'operations.customer.addresses': ['root'],
  'operations.user.read': operators,
  'operations.user.edit': operators,
  'operations.user.sessions': operators,
  'operations.user.merge': ['root'],
  'operations.event.read': ['root'],
  'operations.event.edit': ['root'],
  'operations.role.read': ['root'],
  'operations.role.edit': ['root'],
  'operations.staff.read': ['root'],
  'operations.staff.edit': ['root'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** `anyone` is a visitor too. An endpoint must name one of these: leaving it out does not compile. */
export type EndpointPermission = Permission | 'anyone';

export function roleHolds(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
