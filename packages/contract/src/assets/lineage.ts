import { z } from 'zod';
import { Text } from '../text.ts';
import { AssetId, AssetAddress, edgeKinds } from './asset.ts';

export const lineageDirections = ['both', 'up', 'down'] as const;
export type LineageDirection = (typeof lineageDirections)[number];

/** A node of the picture. Those that the reader may not see are one that says how many there are, under a made-up id. */
export const LineageNode = z.object({
  id: z.string(),
  asset: AssetId.nullable(),
  kind: z.string(),
  title: Text,
  place: Text,
  address: AssetAddress.nullable(),
  state: z.string(),
  certified: z.boolean(),
  score: z.int().nullable(),
  /** How many it stands for; of those that may not be seen. */
  hidden: z.int(),
  /** Steps from where the picture begins: below 0 it is read, above 0 it reads. */
  depth: z.int(),
  /** Neighbours that the picture leaves out. */
  more: z.object({ up: z.int(), down: z.int() }),
  /** Why its columns are not known. */
  unread: z.string().nullable(),
  columns: z.array(z.object({ id: z.int(), key: z.string(), title: Text, type: z.string() })),
});
export type LineageNode = z.infer<typeof LineageNode>;

export const LineageEdge = z.object({
  from: z.string(),
  to: z.string(),
  /** 0 for the whole. */
  fromColumn: z.int(),
  toColumn: z.int(),
  kind: z.enum(edgeKinds),
  reason: z.string(),
  /** Of an edge drawn by hand. */
  id: z.string().nullable(),
});
export type LineageEdge = z.infer<typeof LineageEdge>;

export const LineageGraph = z.object({
  start: z.string().nullable(),
  nodes: z.array(LineageNode),
  edges: z.array(LineageEdge),
  /** Of all that were met, those that the reader may not see. */
  hidden: z.int(),
  /** More was met than a picture shows. */
  cut: z.boolean(),
});
export type LineageGraph = z.infer<typeof LineageGraph>;

/** What breaks: whatever reads it, step by step. */
export const Impact = z.object({
  rows: z.array(
    z.object({
      asset: AssetId,
      kind: z.string(),
      title: Text,
      place: Text,
      address: AssetAddress,
      owner: z.string().nullable(),
      depth: z.int(),
      columns: z.array(z.string()),
      /** What may be the cause of something wrong further down: quality that is not solved, and its columns changed lately. */
      incidents: z.int(),
      changedAt: z.iso.datetime().nullable(),
    }),
  ),
  hidden: z.int(),
});
export type Impact = z.infer<typeof Impact>;

/** The way from one to the other, with what lies in between; null where there is none. */
export const LineagePath = z.object({
  steps: z
    .array(
      z.object({
        node: LineageNode,
        column: z.string().nullable(),
        columnTitle: Text.nullable(),
        /** How this step comes from the one before. */
        kind: z.enum(edgeKinds).nullable(),
      }),
    )
    .nullable(),
});
export type LineagePath = z.infer<typeof LineagePath>;
