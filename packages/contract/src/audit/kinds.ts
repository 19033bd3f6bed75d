/** What auditors look for, one kind an event. */
export const auditKinds = [
  'sign_in',
  'refusal',
  'permission',
  'people',
  'record',
  'process',
  'export',
  'print',
  'download',
  'setting',
  'other',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The first pattern that fits an event's type decides. A row keeps the kind it was written with. */
const patterns: [RegExp, AuditKind][] = [
  [/^platform\.access\./, 'refusal'],
  [/^identity\.(session|password|phone|email|provider|two_step|recovery_codes?|hosting)\b/, 'sign_in'],
  [/\.(exported|export_requested|export_started)$|\.export\./, 'export'],
  [/\.printed$|\.print\./, 'print'],
  [/\.downloaded$/, 'download'],
  [/^etl\.exchange\.delivered$/, 'export'],
  [/^etl\.exchange\.(approved|refused|ended|suspended|resumed|offered)$/, 'permission'],
  [
    /^(permissions|review|agents|developer)\.|^definitions\.(folder\.)?access_changed|^operations\.(role|staff)\.|^organization\.(role|role_group|delegated)\.|^identity\.membership\.|^forms\.permission\.|\.(permission|permissions|rights|grant)\./,
    'permission',
  ],
  [/^(records|documents|visitors)\./, 'record'],
  [/^workflow\.(?!definition)/, 'process'],
  [/^identity\.policy\./, 'setting'],
  [/^(identity|organization|joining|profile)\./, 'people'],
  [
    /^(definitions|packages|connections|schedules|forms|views|workflow|enterprise|operations|console|basedata|printing|iot|gateway|assets|etl)\./,
    'setting',
  ],
];

export function auditKindOf(type: string): AuditKind {
  return patterns.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}
