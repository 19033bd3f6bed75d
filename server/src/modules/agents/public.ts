export { actFor, agentsOf, heldBy, isInScope, requireInScope, requireTodoInScope, todoAgentsOf } from './acting.ts';
