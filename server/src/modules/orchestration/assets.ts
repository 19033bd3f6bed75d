import type { DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { AssetRead, AssetShape, AssetWrite } from '../../platform/assets.ts';

const writing = /^records\.(create|update|upsert|save|change)/;

/** A flow reads by what it asks; calls that save records write the fields they name. */
export function assetOfFlow(flow: Flow, references: readonly DefinitionReference[]): AssetShape {
  const reads: AssetRead[] = [];
  const writes: AssetWrite[] = [];
  const saves = new Set(
    flow.nodes.flatMap((node) => (node.kind === 'call' && writing.test(node.action) ? [node.id] : [])),
  );
  for (const { part, to } of references) {
    if (to.kind !== 'form' && to.kind !== 'orchestration') continue;
    if (to.kind === 'form' && saves.has(part)) writes.push({ from: '', to: { ...to }, how: 'value' });
    else reads.push({ from: { ...to }, to: '', how: 'condition' });
  }
  return { columns: [], reads, writes };
}
