import type { Returned } from '@formwork/contract/operations/hold.ts';

/**
 * Rows that let somebody in and may have been ended since a backup: a restore brings them back. Whoever adds a table of rights,
 * keys, tokens or links adds it here; a test asks for tables that look like one.
 */
export interface LetsIn {
  kind: Returned['kind'];
  /** With `:schema` for the schema of a space. */
  table: string;
  /** Condition on `l`, the row. */
  inForce: string;
  /** Names a row where it has one, over `l` and `joins`. */
  name?: string;
  joins?: string;
  /** What tells that a row is the same still: these columns, or all of it where it says how far it reaches. */
  same: string[] | 'row';
  /** Condition of rows that keep somebody out: those set since a backup are gone with its restore. */
  keepsOut?: string;
}

/** As an expression over `l`. */
export const sameness = ({ same }: LetsIn): string =>
  same === 'row' ? 'to_jsonb(l)' : `jsonb_build_array(${same.map((column) => `l.${column}`).join(', ')})`;

const right = (table: string): LetsIn => ({ kind: 'right', table, inForce: 'true', same: 'row' });
const rule = (table: string, until = 'true'): LetsIn => ({
  ...right(table),
  inForce: `l.effect = 'grant' and ${until}`,
  keepsOut: `l.effect <> 'grant' and ${until}`,
});
const link = (table: string): LetsIn => ({
  kind: 'link',
  table,
  inForce: 'l.revoked_at is null and l.expires_at > now()',
  same: ['id'],
});

export const letsIn: readonly LetsIn[] = [
  {
    kind: 'administrator',
    table: 'identity.membership',
    inForce: `l.role <> 'user' and not l.disabled and not a.disabled`,
    joins: 'join identity.account a on a.id = l.account_id',
    name: `format('%s (%s)', a.login, l.space_id)`,
    same: 'row',
  },
  right('organization.role_member'),
  right('organization.role_holder'),
  right('organization.console_grant'),
  { ...right('organization.delegated_admin'), inForce: '(l.until is null or l.until > now())' },
  rule('organization.page_right'),
  right('identity.operator_role_holder'),
  rule('forms.permission'),
  rule('forms.app_permission'),
  rule('definitions.access_rule', '(l.until is null or l.until > now())'),
  right(':schema.documents_rule'),
  { kind: 'share', table: ':schema.records_share', inForce: 'true', same: 'row' },
  {
    kind: 'share',
    table: 'etl.exchange_request',
    inForce: `l.state = 'approved' and (l.until is null or l.until >= current_date)`,
    name: `format('%s (%s -> %s)', l.title, l.provider, l.space_id)`,
    same: ['id', 'state'],
  },
  { kind: 'password', table: 'identity.account', inForce: 'not l.disabled and l.merged_into is null', same: 'row' },
  {
    kind: 'token',
    table: 'developer."authorization"',
    // backups of before tokens had an end lack the column
    inForce: `l.token_hash is not null and coalesce((to_jsonb(l)->>'token_expires_at')::timestamptz > now(), true)`,
    joins: 'join identity.account a on a.id = l.account_id',
    name: `format('%s (%s)', a.login, l.space_id)`,
    same: 'row',
  },
  {
    kind: 'credential',
    table: 'gateway.credential',
    inForce: 'l.revoked_at is null and (l.expires_at is null or l.expires_at > now())',
    name: `format('%s (%s)', l.name, l.space_id)`,
    same: ['id'],
  },
  {
    kind: 'deviceKey',
    table: ':schema.iot_device',
    inForce: 'l.retired_at is null',
    name: 'l.code',
    same: ['id', 'key_hash'],
  },
  {
    kind: 'delivery',
    table: 'etl.exchange_request',
    inForce: `l.state = 'approved' and (l.until is null or l.until >= current_date)`,
    name: `format('%s (%s -> %s)', l.title, l.provider, l.space_id)`,
    same: ['id', 'state', 'until'],
  },
  {
    kind: 'hosting',
    table: 'identity.hosting',
    inForce: 'l.ends_at is null or l.ends_at > now()',
    joins: 'join identity.account a on a.id = l.account_id join identity.account t on t.id = l.trustee_id',
    name: `format('%s -> %s (%s)', a.login, t.login, l.space_id)`,
    same: 'row',
  },
  {
    kind: 'delegation',
    table: 'agents.delegation',
    inForce: 'l.recycled_at is null and l.ends_at > now()',
    joins: 'join identity.account p on p.id = l.principal_id join identity.account a on a.id = l.agent_id',
    name: `format('%s -> %s (%s)', p.login, a.login, l.space_id)`,
    same: ['id'],
  },
  {
    kind: 'invitation',
    table: 'joining.invitation',
    inForce: 'l.revoked_at is null and l.expires_at > now() and l.people < l.most_people',
    name: `format('%s (%s)', coalesce(nullif(l.note, ''), l.id::text), l.space_id)`,
    same: ['id'],
  },
  link(':schema.documents_link'),
  link(':schema.records_link'),
  link(':schema.visitors_link'),
  link(':schema.analytics_embedding'),
];
