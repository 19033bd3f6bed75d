import type { Role } from '../../roles.ts';

/** What there is to know of a kind of messages; its words are `messages.kind.<kind>`. */
export interface MessageKindSpec {
  /** Whether it is of an application, so that one subscribes to it by application, or of the platform. */
  of: 'application' | 'platform';
  /** Who gets it at all, where not everybody does; nobody else is asked whether they want it. */
  roles?: readonly Role[];
}
