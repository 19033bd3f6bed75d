/** Ids have neither capitals nor underscores, so nothing of these is ever a space's own schema. */
export const liveSchema = (space: string): string => `space_${space}`;
/** Being filled. */
export const stagedSchema = (space: string): string => `space_${space}_restoring`;
/** How the space was before its last restore: the way back. */
export const formerSchema = (space: string): string => `space_${space}_before`;

/** What stays as it is in a space that comes back: its event log, the trail that is made of it, and what people were told. */
export const staysInSpace = (table: string): boolean => /^(event($|_)|trail($|_)|messages_)/.test(table);

/** Rows of the control plane lie beside the space's own tables under their whole name, which has a dot. */
export const keptName = (table: string): string => `"${table}"`;
