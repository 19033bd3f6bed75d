import { z } from 'zod';
import { endpoint, largeBodyBytes, shortId, uuid } from '../endpoint.ts';
import { ValuesShape } from '../records/record.ts';
import { Migration, Simulation } from './design.ts';
import { ProcessGraph } from './graph.ts';

const ofForm = z.object({ formId: shortId });

/** Answers to what the preview asked: executors by node, and the branch to take where it cannot be decided. */
export const choices = {
  executors: z.record(z.string(), z.array(uuid).min(1).max(200)).optional(),
  edges: z.record(z.string(), z.array(z.string()).min(1)).optional(),
};

/** What a designer does with a process beside saving and releasing it; part of `workflowApi`. */
export const designEndpoints = {
  importModel: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/models',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.design.edit',
    summary:
      'Read a BPMN 2.0 model as a process graph; nothing of the draft changes by it. What cannot be carried out is named in the graph.',
    params: ofForm,
    body: z.object({ xml: z.string().min(1).max(4_000_000) }),
    response: z.object({ graph: ProcessGraph }),
  }),
  exportModel: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/model-exports',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.design.read',
    summary: 'A process graph as a BPMN 2.0 model; one that was imported changes in its model only what was changed.',
    params: ofForm,
    body: z.object({ graph: ProcessGraph }),
    response: z.object({ xml: z.string() }),
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/simulations',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.design.read',
    summary:
      'Play a process graph with an initiator and values: the way it takes, who gets it, and why. Nothing is stored.',
    params: ofForm,
    body: z.object({
      graph: ProcessGraph,
      initiator: uuid,
      values: ValuesShape,
      /** Rows of slave tables, by table. */
      slaves: z.record(z.string().max(24), z.array(z.object({ values: ValuesShape })).max(100)).optional(),
      ...choices,
    }),
    response: Simulation,
  }),
  runningReleases: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/running',
    permission: 'workflow.design.read',
    summary: 'How many processes run each release.',
    params: ofForm,
    response: z.array(z.object({ release: z.int(), count: z.int() })),
  }),
  migrate: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/releases/:number/migrations',
    permission: 'workflow.design.edit',
    summary: 'Move running processes of another release to this one by a map of nodes, or say what would hinder it.',
    params: z.object({ formId: shortId, number: z.number().int() }),
    body: z.object({ from: z.int(), map: z.record(z.string(), z.string()), dryRun: z.boolean() }),
    response: Migration,
  }),
};
