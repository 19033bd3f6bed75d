export { rulesOfMessage, startRulesIn } from './by-word.ts';
export { hookAddresses, hookIn, ruleOfHook, type FoundHook, type Hook } from './hooks.ts';
