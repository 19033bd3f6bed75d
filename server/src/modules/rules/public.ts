export { rulesOfMessage, startRulesIn } from './by-word.ts';
export { dueBetween, holdsDates } from './due-dates.ts';
export { hookAddresses, hookIn, ruleOfHook, type FoundHook, type Hook } from './hooks.ts';
export { sinceLastLook } from './last-look.ts';
export { seenNow } from './sight.ts';
