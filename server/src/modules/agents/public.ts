export {
  actFor,
  agentsOf,
  heldBy,
  isAgent,
  isInScope,
  mayAct,
  mayCreateFor,
  mayEditFor,
  requireInScope,
  requireTodoInScope,
  todoAgentsOf,
  type TodoAct,
} from './acting.ts';
export { registerApps } from './known-apps.ts';
