import { z } from 'zod';

const base = { id: z.string(), name: z.string().default('') };
const position = z.object({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 });

const column = z.object({
  id: z.string(),
  field: z.string().nullish(),
  name: z.string().nullish(),
  defaultValue: z.string().nullish(),
});
export const TableContent = z.object({
  hitPolicy: z.string().default('first'),
  inputs: z.array(column),
  outputs: z.array(column),
  rules: z.array(z.record(z.string(), z.string().nullish())),
});
export const ExpressionContent = z.object({ expressions: z.array(z.object({ key: z.string(), value: z.string() })) });
export const SwitchContent = z.object({
  statements: z.array(
    z.object({ id: z.string(), condition: z.string().default(''), isDefault: z.boolean().nullish() }),
  ),
});
export const FunctionContent = z.union([z.string(), z.object({ source: z.string() })]);
export const DecisionContent = z.object({ key: z.string() });

/** The JSON of GoRules: nodes by type, each with a content of its own. */
export const Jdm = z.object({
  nodes: z.array(z.object({ ...base, type: z.string(), position, content: z.unknown().optional() })),
  edges: z.array(z.object({ sourceId: z.string(), targetId: z.string(), sourceHandle: z.string().nullish() })),
});
export type Jdm = z.infer<typeof Jdm>;
export type JdmNode = Jdm['nodes'][number];
