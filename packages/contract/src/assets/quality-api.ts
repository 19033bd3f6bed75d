import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import {
  Incident,
  IncidentChange,
  incidentStates,
  QualityResult,
  QualityRule,
  QualityRuleInput,
  Remark,
} from './quality.ts';

const read = 'assets.asset.read';
const edit = 'assets.asset.edit';

const assetId = z.number().int().min(1).max(2_147_483_647);
const ofAsset = z.object({ assetId });
const ofRule = z.object({ qualityRuleId: uuid });
const pages = { after: z.string().max(500).optional(), limit: z.number().int().min(1).max(200).default(50) };

/** How good the rows of assets are, what is wrong with them, and what people say of them. */
export const assetQualityApi = {
  quality: endpoint({
    method: 'GET',
    path: '/assets/:assetId/quality',
    permission: read,
    summary: 'The rules of an asset with their last results, and its score of the last ninety days.',
    params: ofAsset,
    response: z.object({
      score: z.int().nullable(),
      trend: z.array(z.object({ day: z.iso.date(), score: z.int() })),
      rules: z.array(QualityRule),
      checking: z.boolean(),
    }),
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/assets/:assetId/rules',
    permission: edit,
    summary: 'Adds a rule, which reads with the rights of who adds it.',
    params: ofAsset,
    body: QualityRuleInput,
    response: QualityRule,
  }),
  updateRule: endpoint({
    method: 'PUT',
    path: '/assets/rules/:qualityRuleId',
    permission: edit,
    summary: 'Changes a rule; from now on it reads with the rights of who changes it.',
    params: ofRule,
    body: QualityRuleInput,
    response: QualityRule,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/assets/rules/:qualityRuleId',
    permission: edit,
    summary: 'Removes a rule with its results and incidents.',
    params: ofRule,
    response: nothing,
  }),
  check: endpoint({
    method: 'POST',
    path: '/assets/:assetId/checks',
    permission: edit,
    summary: 'Checks an asset by its enabled rules, as work in the background.',
    params: ofAsset,
    response: z.object({ runId: uuid }),
  }),
  results: endpoint({
    method: 'GET',
    path: '/assets/rules/:qualityRuleId/results',
    permission: read,
    summary: 'The results of a rule, the newest first.',
    params: ofRule,
    query: z.object(pages),
    response: z.object({ rows: z.array(QualityResult), next: z.string().nullable() }),
  }),
  failedRows: endpoint({
    method: 'GET',
    path: '/assets/rules/:qualityRuleId/failed',
    permission: read,
    summary: 'Up to a hundred rows that fail now, read with the rights of the caller.',
    params: ofRule,
    response: z.object({
      columns: z.array(z.object({ key: z.string(), title: z.string(), type: z.string() })),
      rows: z.array(z.array(z.string().nullable())),
      failed: z.int(),
    }),
  }),
  incidents: endpoint({
    method: 'GET',
    path: '/assets/incidents',
    permission: read,
    summary: 'Incidents of assets that the caller sees, the newest first; without a state those not solved yet.',
    query: z.object({ asset: assetId.optional(), state: z.enum(incidentStates).optional(), ...pages }),
    response: z.object({ rows: z.array(Incident), next: z.string().nullable() }),
  }),
  updateIncident: endpoint({
    method: 'PATCH',
    path: '/assets/incidents/:incidentId',
    permission: edit,
    summary: 'Takes an incident, says how far one is, and what it was.',
    params: z.object({ incidentId: uuid }),
    body: IncidentChange,
    response: Incident,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/assets/:assetId/follower',
    permission: read,
    summary: 'Whether the caller is told of changes of columns and of incidents.',
    params: ofAsset,
    body: z.object({ followed: z.boolean() }),
    response: nothing,
  }),
  remarks: endpoint({
    method: 'GET',
    path: '/assets/:assetId/remarks',
    permission: read,
    summary: 'What people say of an asset, the newest first.',
    params: ofAsset,
    query: z.object(pages),
    response: z.object({ rows: z.array(Remark), next: z.string().nullable() }),
  }),
  addRemark: endpoint({
    method: 'POST',
    path: '/assets/:assetId/remarks',
    permission: read,
    summary: 'Says something of an asset; who follows it is told.',
    params: ofAsset,
    body: z.object({ text: z.string().trim().min(1).max(4_000) }),
    response: Remark,
  }),
  removeRemark: endpoint({
    method: 'DELETE',
    path: '/assets/remarks/:remarkId',
    permission: read,
    summary: 'Takes back an own remark; those who look after assets take back any.',
    params: z.object({ remarkId: uuid }),
    response: nothing,
  }),
};
