export { actFor, agentsOf, heldBy, isInScope, requireInScope, requireTodoInScope } from './acting.ts';
