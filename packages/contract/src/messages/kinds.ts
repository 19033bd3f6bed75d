import { analyticsMessages } from './kinds/analytics.ts';
import { assetMessages } from './kinds/assets.ts';
import { etlMessages } from './kinds/etl.ts';
import { gatewayMessages } from './kinds/gateway.ts';
import { joiningMessages } from './kinds/joining.ts';
import type { MessageKindSpec } from './kinds/kind.ts';
import { orchestrationMessages } from './kinds/orchestration.ts';
import { recordMessages } from './kinds/records.ts';
import { reviewMessages } from './kinds/review.ts';
import type { Role } from '../roles.ts';
import { ruleMessages } from './kinds/rules.ts';
import { workflowMessages } from './kinds/workflow.ts';

/** What people are told of, a file a module: processes first, then single records, then what is of no application. */
const kinds = {
  ...workflowMessages,
  ...recordMessages,
  ...joiningMessages,
  ...reviewMessages,
  ...ruleMessages,
  ...orchestrationMessages,
  ...etlMessages,
  ...assetMessages,
  ...analyticsMessages,
  ...gatewayMessages,
};

export type MessageKind = keyof typeof kinds;
export const messageKinds = Object.keys(kinds) as MessageKind[];
export const messageKindSpecs: Record<MessageKind, MessageKindSpec> = kinds;

/** Of those one subscribes by application, of the others as a whole. */
export const applicationKinds = messageKinds.filter((kind) => messageKindSpecs[kind].of === 'application');
const platformKinds = messageKinds.filter((kind) => messageKindSpecs[kind].of === 'platform');
/** What somebody of a role may be told of beside applications. */
export const platformKindsOf = (role: Role): MessageKind[] =>
  platformKinds.filter((kind) => messageKindSpecs[kind].roles?.includes(role) ?? true);
