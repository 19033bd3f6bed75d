/** A decision table as zen-engine keeps it, whose first rule that holds counts. Rules are texts by column. */
export function zenTableOf(
  inputs: readonly string[],
  output: string,
  rules: readonly Readonly<Record<string, unknown>>[],
): object {
  return {
    nodes: [
      { id: 'in', type: 'inputNode', name: 'in', position: { x: 0, y: 0 } },
      {
        id: 'table',
        type: 'decisionTableNode',
        name: 'table',
        position: { x: 0, y: 0 },
        content: {
          hitPolicy: 'first',
          inputs: inputs.map((field) => ({ id: field, name: field, field })),
          outputs: [{ id: output, name: output, field: output }],
          rules: rules.map((rule, n) => ({ _id: String(n), ...rule })),
        },
      },
      { id: 'out', type: 'outputNode', name: 'out', position: { x: 0, y: 0 } },
    ],
    edges: [
      { id: 'a', sourceId: 'in', targetId: 'table', type: 'edge' },
      { id: 'b', sourceId: 'table', targetId: 'out', type: 'edge' },
    ],
  };
}
