export { actFor, agentsOf, heldBy, isInScope, mayAct, mayCreateFor, requireInScope, requireTodoInScope, todoAgentsOf, type TodoAct } from './acting.ts';
export { registerApps } from './known-apps.ts';
