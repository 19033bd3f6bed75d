import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { auditKinds } from './kinds.ts';
import { shownText } from '../text.ts';

/** One line of the audit trail. `names` knows the people, roles and departments whose ids it carries. */
export const AuditRow = z.object({
  seq: z.number(),
  at: z.iso.datetime(),
  actor: z.string().nullable(),
  kind: z.enum(auditKinds),
  type: z.string(),
  subject: z.string(),
  requestId: z.string(),
  ip: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type AuditRow = z.infer<typeof AuditRow>;

const filter = {
  person: uuid.optional(),
  /** The id of what it was done to, or a part of its name. */
  object: z.string().trim().max(100).optional(),
  kind: z.enum(auditKinds).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
};
export const AuditFilter = z.object(filter);
export type AuditFilter = z.infer<typeof AuditFilter>;

/** What the jobs of the audit promise. */
export const AuditCheck = z.object({ rows: z.number(), firstBroken: z.number().nullable(), lastHash: z.string() });
export type AuditCheck = z.infer<typeof AuditCheck>;
export const AuditExport = z.object({ fileId: uuid, name: z.string(), rows: z.number() });
export type AuditExport = z.infer<typeof AuditExport>;

const started = z.object({ jobId: uuid });

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit/trail',
    permission: 'audit.trail.read',
    summary: "The space's audit trail, newest first, by person, object, kind and time.",
    query: z.object({
      ...filter,
      after: z.string().max(60).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      rows: z.array(AuditRow),
      names: z.record(z.string(), z.string()),
      next: z.string().nullable(),
    }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/audit/checks',
    permission: 'audit.trail.read',
    summary: 'Start a job that reads the whole trail and checks its chain of hashes.',
    response: started,
  }),
  exportTrail: endpoint({
    method: 'POST',
    path: '/audit/exports',
    permission: 'audit.trail.read',
    summary: 'Start a job that writes what a filter finds into a CSV file.',
    body: AuditFilter,
    response: started,
  }),
  reportPrint: endpoint({
    method: 'POST',
    path: '/audit/prints',
    permission: 'signed-in',
    summary: 'The browser tells that a page is being printed.',
    body: z.object({ path: z.string().max(500), title: shownText().max(200) }),
    response: nothing,
  }),
};
