export { callFlowAt, flowAnswer } from './calls.ts';
export { flowPaths } from './open-api.ts';
