export { requireOn, visibleIn, type Access, type AccessCtx, type Visible } from './access.ts';
export { definitionAssets } from './assets.ts';
export { addDefinition, type NewDefinition } from './create.ts';
export {
  authorOf,
  binDefinition,
  findDefinitions,
  findReleases,
  ownerOf,
  saveDefinition,
  unbinDefinition,
  type KeptDefinition,
} from './own-calls.ts';
export { giveAccess, takeAccess } from './give-access.ts';
export { definitionsSeen, namesSeen } from './seen.ts';
export { ownsAll } from './owns-all.ts';
export { meansPerson, subjectNames } from './subjects.ts';
export { switchOff } from './place.ts';
export { followReferences } from './follow.ts';
export { referencesTo, usesOf } from './references.ts';
export { registerArea, registerKinds, registerTargets, registerUses, type Target } from './registry.ts';
export { findTargets } from './registry.ts';
export { onReleased, releasedIds, releasedOf, type Released } from './released.ts';
export { definitionParts, definitionsAround, type PackedDefinition } from './packing.ts';
