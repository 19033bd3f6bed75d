/** A file is known by the task that writes it and the node where it does. */
export const fileRef = (task: string, node: string): string => `${task}/${node}`;
