export { rulesOfMessage, startRulesIn } from './by-word.ts';
export { hookAddress, hookIn, ruleOfHook, type Hook } from './hooks.ts';
