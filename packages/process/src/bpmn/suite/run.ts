// `npm run bpmn -- <folder>`: imports and exports again every model below a folder, such as Reference of https://github.com/bpmn-miwg/bpmn-miwg-test-suite.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { differences } from '../compare.ts';
import { exportBpmn } from '../export.ts';
import { importBpmn } from '../import.ts';

const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run bpmn -- <folder> [--details]');
  process.exit(2);
}
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.bpmn'))
  .toSorted();
let lost = 0;
for (const name of names) {
  const xml = readFileSync(path.join(folder, name), 'utf8');
  const { graph, foreign } = await importBpmn(xml);
  const refused = [
    ...graph.nodes.flatMap((node) => (node.kind === 'foreign' ? [{ type: node.type, name: node.name.zh }] : [])),
    ...foreign,
  ];
  const found = differences(xml, await exportBpmn({ ...graph, imported: { source: '', foreign } }, xml));
  lost += found.length;
  console.log(
    `${name}: ${graph.nodes.length} nodes, ${graph.edges.length} edges, ${refused.length} refused by name, ${found.length} differences`,
  );
  if (!options.includes('--details')) continue;
  for (const { type, name: called } of refused) console.log(`  refused: ${type} ${called}`);
  for (const difference of found) console.log(`  differs: ${difference}`);
}
console.log(`${names.length} models, ${lost} differences`);
if (lost > 0 || names.length === 0) process.exitCode = 1;
