import type { LiveApi, PlanInput, SubscriptionState } from '@formwork/contract/gateway/api.ts';
import type { credentialKinds, GatewayApi } from '@formwork/contract/gateway/definition.ts';

/** All that a gateway needs to know of one environment of an enterprise. Made by the module gateway, never changed. */
export interface Snapshot {
  format: 1;
  spaceId: string;
  environment: string;
  apis: SnapshotApi[];
  credentials: SnapshotCredential[];
  applications: SnapshotApplication[];
  subscriptions: { application: string; api: string; plan: string; state: SubscriptionState }[];
  plans: { id: string; name: string; rate: PlanInput['rate']; quota: PlanInput['quota'] }[];
  /** Private addresses that the operator lets this enterprise reach. */
  ranges: string[];
  /** In which days and months of quotas begin. */
  zone: string;
}

export interface SnapshotApi {
  id: string;
  name: string;
  number: number;
  state: LiveApi['state'];
  sunset: string | null;
  body: GatewayApi;
  /** Names of fields that the catalogue calls too sensitive for its callers. */
  hidden?: string[];
}

export interface SnapshotApplication {
  id: string;
  name: string;
  consumer: string;
  consumerName: string;
  off: boolean;
}

export interface SnapshotCredential {
  id: string;
  kind: (typeof credentialKinds)[number];
  application: string;
  /** SHA-256 of what was drawn, or of a certificate. */
  hash: string | null;
  login: string | null;
  /** Keys as a text, or where they lie. */
  jwt: { issuer: string; audience: string; subject: string; keys: string; address?: string } | null;
  expiresAt: string | null;
}

/** A snapshot as it is handed on and lies on the disk: the text is what the sum was made of. */
export interface SnapshotFile {
  spaceId: string;
  environment: string;
  number: number;
  sha256: string;
  body: string;
}
